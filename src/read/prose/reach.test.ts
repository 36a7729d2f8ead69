import { describe, expect, it } from 'vitest'
import { reachesOutside, staysInTree, waitsForWord } from './reach.js'

describe('an act that reaches outside the working tree', () => {
  it.each([
    'Delete the 1,204 rows',
    'nuke the legacy table',
    'run DROP TABLE orders',
    'git push --force origin main',
    'aws s3 rm --recursive s3://files',
    'publish 2.0 to npm',
    'roll it out to prod',
    'merge the pull request',
    'send it to all subscribers',
    'revoke the old credentials',
    'issue the refunds',
    'post it in #general',
    'close the issues of others',
    'die Tabelle leeren',
    'auf Produktion ausspielen',
    'borro los registros',
    'je supprime les comptes',
    'posso apagar os dados',
    'elimino i backup',
    'снести таблицу',
    'データを消してよいですか',
    '要清空数据库吗',
    '테이블을 삭제할까요',
    'pay the bill of March',
    'pago la factura',
    'envío el correo',
    'publico el paquete',
    'compro la licencia',
    'mando il messaggio',
    'excluo os dados',
    'invio la lettera',
    'je publie le paquet',
  ])('is seen in %j', (text) => {
    expect({ outside: reachesOutside(text), tree: staysInTree(text) }).toEqual({
      outside: true,
      tree: false,
    })
  })

  it.each([
    'add the retry to the fetch helper',
    'fix the typo in the header',
    'run the unit tests',
    'rename the parser',
    'fix the page title',
    'add the payload to the public type',
    'update the environment check',
    'exclude the mandatory field from the edit form',
    'add a comprehensive, compressed and invisible header',
    'commit the change',
    'soll ich den Parser umbenennen',
    'añado la validación',
    '修正を追加しましょうか',
  ])('is not seen in %j, which stays in the tree', (text) => {
    expect({ outside: reachesOutside(text), tree: staysInTree(text) }).toEqual({
      outside: false,
      tree: true,
    })
  })

  it.each(['start the transfer', 'flip it to 100 %', 'go live'])(
    'is not ruled out by %j, which names no act of the tree',
    (text) => {
      expect(staysInTree(text)).toBe(false)
    },
  )
})

describe('a word that a person has to say', () => {
  it.each([
    'once you confirm',
    "Ping me in half an hour and I'll look at the count.",
    'Meld dich, wenn es da ist, dann prüfe ich es.',
    'waiting for your go-ahead',
    'I need your go-ahead: it is gone then',
    'It needs a (sign-off).',
    'sobald du es freigibst',
    '等你确认',
  ])('is waited for in %j', (text) => {
    expect(waitsForWord(text)).toBe(true)
  })
})
