/** Words by which a request is read, in the languages that people type. A `*` stands for any ending. */
export const DEEDS = {
  create: `add create write generate implement introduce provide define export cover erstell* schreib* leg* füg* ergänz*
    implementier* crea crear añade añadir agrega escribe genera define cubre crée créer ajoute ajouter écris couvre crie
    criar adicione adicionar escreva cubra aggiungi scrivi copri implementa implémente добав* создай* напиши* реализу*
    document dokumentier* documenta documente documentare
    追加 作成 実装 書いて 添加 创建 新建 增加 新增 编写 实现 추가 작성 생성 구현 만들`,
  update: `update bump extend aktualisier* actualiza amplía atualize aggiorna обнови* 更新 追記 記載 업데이트 갱신`,
  remove: `delete remove drop lösch* entfern* borra borrar elimina eliminar quita supprime supprimer enlève retire apague
    apagar remova remover rimuovi togli удали* verwijder usuń 削除 删除 移除 删掉 去掉 清理 삭제 제거`,
  rename: `rename renaming move umbenenn* benenn* verschieb* renombr* mueve renomm* déplace renome* mova rinomin* sposta
    переимен* перемест* hernoem* zmień リネーム 名前を変更 重命名 改名 移动 이름을`,
  replace: `replace replacing switch swap ersetz* wechsle umstell* cambia sustituye reemplaz* remplac* substitu* sostitui* замени* vervang* zastąp 置き換え 替换 바꿔 교체`,
  run: `run rerun execute start launch führ* ejecuta ejecutar corre lanza lance exécute lancez rode roda
    executa esegui lancia fai запусти* прогони* draai uruchom odpal 実行 走らせ 流して 回して 运行 跑 执行 실행 돌려`,
  need: `need needs brauche brauchen necesito necesitamos preciso precisa besoin serve servono нужен нужны potrzebuję 必要 需要 필요`,
}

/** Words before the verb of an order. */
export const ORDER_OPENERS = `please pls kindly and then now also first next finally just ok okay so go ahead may let's lets let us can could would will you i we want
  need would like to kannst könntest würdest du bitte jetzt noch auch und dann puedes podrías y luego por favor et puis
  peux-tu puedes pourrais-tu s'il te vous plaît pode poderia e depois puoi potresti poi можешь пожалуйста и потом затем 请`

export const CONDITIONS = `if unless when maybe perhaps optional* could might falls wenn vielleicht si quizás peut-être se
    talvez forse если может もし 如果 也许 만약`

/** "Open a PR", "make a commit". */
export const MAKES = `open create make raise file submit do cut put get mach mache erstell erstelle öffne leg haz crea abre fais crée ouvre
  faça abra crie fai apri сделай создай открой maak zrób otwórz`

/** It may stay somewhere: for older callers, in some files, under another name. */
export const SCOPES = `alias aliases deprecat* compat* backward* backwards keep keeps keeping except only shim temporarily if unless
    behalte behalten nur außer kompatib* alias mantén mantener solo salvo compatib* garde garder seulement sauf mantenha
    apenas mantieni soltanto tranne остав* только кроме zachowaj tylko alleen houd 互換 残 兼容 保留 仅 호환 유지`

export const RED_IS_FINE = {
  red: `red rot rote roten breaks break rojo roja rojos rompe* rouge rouges casse* vermelh* quebra* ross* romp*
    красн* слома* упад* 赤 壊れ 红 挂 빨간 깨지`,
  leave: `leave ignore fine okay ok normal normale expected lass lasse ignorier* ordnung erwartet deja dejalo déjalo
    déjala ignora esperado laisse laissez ignorez prévu deixa deixe lascia lascialo lasciala previsto остав* そのまま 放置
    不用管 留着 그대로`,
}

export const RUN_WORDS = {
  run: `run rerun running execute use using with via through pass passes green clean führ* lass lasse laufen lauf* mit durch
    gegenprüf* ejecuta corre pasa con lance exécute avec passe rode roda executa com passa esegui lancia запусти* прогони*
    実行 流して 回して 运行 跑 执行 실행 돌려`,
  other: `documented configured mentioned described whether why how target targets script scripts job jobs config
    configuration output results`,
  ci: 'ci pipeline pipelines workflow workflows',
}

export const INSTEAD = {
  instead: `actually instead rather lieber stattdessen doch mejor plutôt melhor piuttosto anziché лучше вместо
    やっぱり 代わり 改成 改用 대신`,
}

export const OUGHT = {
  ought: `should must needs ought sollte sollten muss müssen debe deben doit doivent deve devem devono долж* 应该 必须 べき 해야`,
}

export const POLITE = {
  polite: `can could would will please kannst könntest bitte puedes podrías peux-tu pourrais-tu pode puoi можешь`,
}

export const FORBIDDEN_THINGS = {
  dependency: `dependency dependencies deps package packages library libraries abhängigkeit* bibliothek* dependencia* librería*
    dépendance* dependência* biblioteca* dipendenz* libreri* зависимост* библиотек* afhankelijkheden zależności 依存 依赖 의존`,
  touch: `touch edit change modify alter anfassen ändern verändern bearbeiten toques tocar cambies modifiques touche
    touchez modifie modifiez mexa altere toccare modificare трогай меняй изменяй`,
}

/** Programs that are words too ("make tests pass"), and what may stand behind a tool or their goals. */
export const PROGRAM_WORDS = 'make go just mix swift build lint test check'
export const RUN_ENDS =
  '. , ; ! ? ( ) please bitte and then before after too must has und dann vor muss y antes debe et avant doit e prima deve i до и'
export const BEHIND_TOOL =
  'over on against in with at à al alla am is pass passes stays clean green again first laufen auf gegen sobre sur su em en'

/** A clause with one of them before its no tells, and orders nothing. */
export const NO_ORDER =
  'i we it he she they this that there ich wir es er yo nosotros je nous il eu nós io noi я мы он это'

export const DENIALS = `dont never not nicht nichts kein keine keinen niemals nunca ne jamais não nunca non niet nooit не никогда ничего nie`

export const DENIED_VERBS =
  'hagas haga toques toque cambies cambie modifiques subas suba borres ejecutes lances publiques despliegues'

export const WITHOUT = 'no without ohne sin sans sem senza без zonder bez'

/** Words around the thing that a request orders. */
export const AROUND_THINGS = {
  TESTS: 'test tests prueba pruebas teste testes тест тесты тестов',
  BEHIND_TESTS:
    'for that which covering too and as für dafür hinzu dazu para pour per de y et e для на и',
  WITH: 'with mit con avec com',
  NEW: 'new neue neuer neues nuevo nueva nouveau nouvelle novo nova nuovo nuova новый',
  INDEFINITE: 'a an one some few ein eine einen einige una un unos unas une des uma um новую',
  FUNCTIONS: `function method helper funktion methode función método fonction méthode função funzione metodo функцию метод`,
  /** The first word of a sentence that says how things are, or when. */
  DESCRIBES: `the this that it its they each every on at for after before during while once upon in with der die das el la le il o`,
  /** Something else is the object, and this is what it is for. */
  OTHER: `of for that which from about as like per so where who must should reads writes von für zu mit das die der welche damit
  para de con que por pour avec qui per di che для с который with`,
  SUBCLAUSE: 'that which who where when so from as like que qui che который damit welche',
  INTO: 'to into in at under nach unter zu en dans sous em para nel su в на',
  /** What may follow a file that is to be made: what it is for, what is in it, or which folder it is in. */
  PURPOSE:
    'with containing that which for explaining describing based to in at under mit für con para avec pour com per',
  TAIL: 'file files too again now please here there entirely an hinzu um weg datei bitte archivo fichier файл',
  ENTRY: 'entry note line eintrag',
  BETWEEN: `a an the our new root file files named and plus as well ein eine einen die das der neue neuen datei un una el la los
  nuevo archivo y le les des nouveau fichier et um uma arquivo e il lo новый файл и`,
}

/** "Write tests", where words have no spaces between them. */
export const DENSE_TESTS =
  'テストを追加,テストを書いて,テストを作成,添加测试,编写测试,补充测试,写测试,테스트를 추가,테스트를 작성'.split(
    ',',
  )
