/**
 * Flags by which a program is told where to work, each with a value, before what it is to do: those of a folder, and
 * others (`kubectl -n staging apply`).
 */
export interface PlacingFlags {
  folder: readonly string[]
  other: readonly string[]
}

const row = (folder: string, other = ''): PlacingFlags => ({
  folder: folder.split(' ').filter((flag) => flag !== ''),
  other: other.split(' ').filter((flag) => flag !== ''),
})

const CLUSTER = row(
  '',
  '-n --namespace --context --kube-context --kubeconfig --cluster -s --server',
)
const COMPOSE = row(
  '--project-directory',
  '-f --file -p --project-name --profile --env-file -H --host -c --context',
)
const MAVEN = row('-f --file', '-pl --projects -P --settings -T')
const GRADLE = row('-p --project-dir', '-b --build-file -c --settings-file')

export const PLACING_FLAGS: ReadonlyMap<string, PlacingFlags> = new Map([
  ['npm', row('--prefix -C', '--workspace -w')],
  ['pnpm', row('-C --dir', '--filter -F')],
  ['yarn', row('--cwd')],
  ['bun', row('--cwd', '--filter')],
  ['git', row('-C', '-c --git-dir --work-tree')],
  ['make', row('-C --directory', '-f --file')],
  ['gmake', row('-C --directory', '-f --file')],
  ['ninja', row('-C')],
  ['go', row('-C')],
  ['uv', row('--directory --project')],
  ['poetry', row('-C --directory')],
  ['mvn', MAVEN],
  ['mvnw', MAVEN],
  ['gradle', GRADLE],
  ['gradlew', GRADLE],
  ['just', row('-d --working-directory', '-f --justfile')],
  ['task', row('-d --dir', '-t --taskfile')],
  ['cargo', row('-C', '--manifest-path --config')],
  ['composer', row('-d --working-dir')],
  ['kubectl', CLUSTER],
  ['oc', CLUSTER],
  ['helm', CLUSTER],
  ['argocd', CLUSTER],
  ['docker', COMPOSE],
  ['docker-compose', COMPOSE],
  ['podman', COMPOSE],
  ['gh', row('', '-R --repo')],
  ['glab', row('', '-R --repo')],
  ['aws', row('', '--profile --region --endpoint-url --output --query')],
  ['gcloud', row('', '--project --account --configuration')],
  ['pulumi', row('-C --cwd', '-s --stack')],
  [
    'xcodebuild',
    row(
      '',
      '-scheme -destination -workspace -project -configuration -sdk -archivePath -derivedDataPath ' +
        '-exportPath -exportOptionsPlist -resultBundlePath -target -arch',
    ),
  ],
  ['systemctl', row('', '-M -H')],
  ['redis-cli', row('', '-h -p -n -a -u --user --pass')],
])
