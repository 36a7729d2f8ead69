import { longPattern } from '../../util/long-pattern.js'
import { anyOf } from './any-of.js'
import { subjectsIn } from './subjects.js'
import { anyOfRow, anyWords } from './word-pattern.js'
import { wordFinder } from './words.js'

/**
 * How far an act reaches that a text names. What can't be undone or leaves the working tree belongs
 * to a person: a word too many here costs a push, a word too few sends an agent over a person's head.
 */
export const reachesOutside = (text: string): boolean =>
  findOutside(text).size > 0 || COMMANDS.test(text)

/** It names an act that stays in the working tree, and none that reaches further. */
export const staysInTree = (text: string): boolean =>
  !reachesOutside(text) && (findTree(text).size > 0 || namesCheck(text))

/** It says that the next word is a person's: an approval, a confirmation, a sign. */
export const waitsForWord = (text: string): boolean =>
  findWaiting(text).size > 0 || CALLS_BACK.test(text) || CALLS_BACK_ELSEWHERE.test(text)

/** "Ping me in half an hour and I'll look": the next word is a person's. */
const CALLS_BACK = longPattern('iu')`
    \b(?:ping|poke|remind|tell|call|message|ask) (?:me|us)\b|\blet (?:me|us) know\b
    |\bmeld(?:e|et)? (?:dich|euch)\b|\b(?:sag|gib|gebt) (?:mir |uns )?bescheid\b
    |avísame|avisadme|dímelo|préviens-moi|dis-le-moi|faites-moi signe|me avis[ae]|fammi sapere|avvisami`
const CALLS_BACK_ELSEWHERE = anyWords(anyOfRow('wait.calls-back'))

/** "Until" and "ok" are words of any report: they wait only where one of the two is named. */
export const waitsForPerson = (text: string): boolean => {
  const found = findWaiting(text)
  return found.has('word') || (found.has('perhaps') && namesPeople(text))
}

/** Words that wait only where such an act is at hand: "ready when you are", "just give me the nod". */
export const isReady = (text: string): boolean => waitsForPerson(text) || findReady(text).size > 0

/** It speaks of the reader or of the writer. */
export const namesPeople = (text: string): boolean => findPeople(text).size > 0

const findPeople = wordFinder('people', {
  you: `you your yours du dich dir dein deine deiner deinem deinen ihr euch euer eure sie ihnen ihre tú te ti tu tus
    usted ustedes vous votre vos toi ton ta você vocês seu sua lei voi tuo tua`,
  i: 'i we me us ich wir mir uns yo nosotros je nous eu nós io noi',
})

const findReady = wordFinder('people', {
  ready: `ready nod signal tell zeichen startklar bereit sag sagt señal listo lista dime signe dites dis sinal pronto
    segnale dimmi`,
})

const namesCheck = (text: string): boolean => {
  const subjects = subjectsIn(text)
  return ['tests', 'build', 'types', 'lint', 'commit'].some((one) => subjects.has(one as never))
}

/** Commands that destroy or deliver, however short their words are. */
const COMMANDS = anyOf(
  '',
  String.raw`\brm\s+-|\/dev\/sd|\bDROP\b|\bTRUNCATE\b|\bALTER\b`,
  String.raw`\bgit\s+(?:push|clean|gc|filter-|reset|rebase|branch\s+-D|stash\s+(?:drop|clear)|tag\b)`,
  String.raw`--(?:force|hard|prune|purge|delete|no-verify)\b`,
  String.raw`\b(?:kubectl|helm|terraform|aws|gcloud|az|heroku|fly|vercel|netlify|docker|gh|glab)\s+\S`,
  String.raw`\b(?:psql|mysql|mongo\w*|redis-cli)\s+\S`,
  String.raw`\b(?:dd|mkfs\S*|chmod|chown|systemctl|sudo|ssh|scp|rsync|crontab|iptables)\s+\S`,
  String.raw`\b(?:npm|yarn|pnpm|cargo|gem|twine|poetry)\s+(?:publish|upload|unpublish|deprecate|yank)\b`,
)

const findOutside = wordFinder('reach', {
  destroy: `delet* drop* truncat* wip* erase* erasing erasure purg* destroy* destruct* overwrit* overwrote remov*
    discard* reset resets resetting rm undo* undone irrevers* irrevoc* permanent* terminat* shred* nuk* obliterat*
    prun* flush* clobber* uninstall* unlink* rid gone lost lose loses losing loss trash* scrub* zap* raze* rollback
    revert* restor* prune unrecover* reformat* mkfs empty emptying empties clearing squash* rewrit* rewrote history
    histories amend* filter-branch rebas* deprecat* unpublish* yank lösch* verwerf* überschreib* unwiderruf* entfern*
    leer* vernicht* zurücksetz* wegwerf* tilg* umschreib* historie verlier* verloren bereinig* aufräum* wegräum*
    wegschmeiß* formatier* endgültig* borr* elimin* sobrescrib* sobreescrib* vaci* destru* descart* revert* purg*
    irrecuper* perder* perdid* supprim* suppress* effac* écras* vider vide videz détrui* réinitialis* purg* irrécup*
    perdre perdu* définitiv* apag* excluir* excluo exclui excluí* excluindo exclusão remov* sobrescrev* esvazi*
    destrói destruir descart* revert* limp* irrevers* perd* elimin* cancell* sovrascriv* svuot* distrugg* ripristin*
    rimuov* rimoz* perder* definitiv*`,
  live: `production prod prods live backup* staging customer* client clients subscriber* tenant* visitor* everyone
    everybody server* host hosts cluster* namespace* pod pods instance* volume* bucket* s3 aws gcp azure cloud dns
    domain* cdn database* databases db dbs table tables row rows record records schema schemas collection dataset*
    queue queues topic replica* snapshot* disk disks partition* container* registry store firewall* infra* network*
    root sudo cron* webhook* flag flags rollout env vault produktion* produktiv* liveschalt* live-* kunden* kundin*
    datenbank* tabelle* zeilen datensätz* produccion producción clientes datos tabla tablas filas registros servidor*
    clientèle données préprod* tables lignes serveur* enregistrement* produção clientes banco tabela* linhas registros
    servidor* produzione clienti database tabell* righe server`,
  deliver: `push* force* deploy* releas* publish* merg* ship* roll* send* sent email* mail* e-mail* newsletter* invit*
    pay pays paying paid payment* payout* charg* refund* purchas* buy* bill* invoic* post posts posting posted tweet*
    announc* notif* transfer* submit* upload* tag tags tagging pr prs mr mrs pull-request* upstream origin remote
    remotes subscrib* unsubscrib* ordering book booking donate sell trade launch* promot* go-live slack discord
    telegram whatsapp sms twitter mailchimp stripe paypal linkedin jira pushe* pusht veröffentlich* merge*
    zusammenführ* send* schick* versend* verschick* bezahl* zahl* kauf* überweis* bestell* buch* ausroll* freischalt*
    hochlad* posten einspiel* ausspiel* deploye* stell* despleg* desplieg* publicar* publico publica publicad*
    publicamos publicando publicaci* publiqu* publiqué envia* envía* envie* envíe* envio envío envios envíos fusion*
    pagar* pago pagos paga pagas pagamos pagado pagando pagué pague* comprar* compro compra compras compramos comprado
    compre compren compró subir subo suba subimos mandar* mando manda mandan mandamos mandado mandando mande manden
    lanz* transfer* factur* déploi* déploy* publie* publié* publions publication publications envoy* envoi* fusionn*
    payer* paye payé* payez payons paie* achet* achat* livr* téléverser mise implant* publicaç* publiquei mescl*
    pagamento* paguei comprei lanç* transfer* subir pubblic* inviar* invia invii invio inviamo inviat* inviando unire
    unisco pagare paghi* paghe* pagat* comprat* compri compriamo rilasci* distribui* caric* trasfer* mandi mandiamo
    mandato fattur*`,
  rights: `rotat* revok* grant* permission permissions chmod chown close closes closing archiv* lock* unlock* ban bans
    block blocks suspend* disabl* deactivat* expire credential* password* apikey* certificat* owner owners ownership
    admin admins role roles org organization organisation account accounts member members access kick invalidat*
    shutdown shut kill* stop stops stopping restart* reboot* rechte berechtigung* widerruf* schließ* sperr* zugang*
    zugäng* passwort* zertifikat* konto konten abschalt* permisos revoc* cerrar cierro cierr* contraseñ* credencial*
    rotar cuenta* bloque* droits révoqu* ferm* identifiant* compte* accès bloqu* clé clés permissões revog* fech*
    senha* credenciai* conta contas acesso chave* permessi revoc* chiud* credenzial* account accesso chiav*`,
  migrate: 'migrat* migrier* migrar* migr* alter backfill* reindex* cutover failover',
})

const findTree = wordFinder('reach', {
  edit: `fix* repair* patch add adds adding implement* write writes writing edit* updat* renam* refactor* extract*
    chang* adjust* correct* tweak* rework* simplif* inline convert* typo typos document* wrap handle finish finishing
    continue continuing proceed beheb* korrigier* füg* hinzufüg* einfüg* ergänz* implementier* schreib* änder* anpass*
    umbenenn* refaktorier* einbau* umsetz* umzusetz* aktualisier* repar* fortfahr* weitermach* corrij* correg* corrig*
    arregl* añad* agreg* implement* escrib* cambi* actualiz* renombr* refactoriz* modific* continu* ajout* implément*
    écri* modifi* renomm* réécri* adicion* escrev* atualiz* renome* refator* altero alterar corregg* aggiung* scriv*
    aggiorn* rinomin* rifattor* sistem*`,
})

const findWaiting = wordFinder('wait', {
  word: `confirm confirms confirmation approv* go-ahead goahead greenlight sign-off signoff permission consent await*
    wait* holding say-so decision decide authoriz* authoris* veto bestätig* freigab* freigeb* wart* zustimm*
    einverstanden entscheid* erlaubnis sobald genehmig* confirm* aprob* autoriz* esper* decid* decisión permiso visto
    attend* approuv* autoris* décid* décision feu aprov* aguard* decis* permissão conferm* approv* attend* aspett*
    autorizz* decis* permesso`,
  perhaps: `hold okay ok unless until hasta jusqu até finché`,
})
