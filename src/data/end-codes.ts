const ends = (code: number, programs: string): [number, ReadonlySet<string>] => [
  code,
  new Set(programs.split(' ')),
]

/** Exit codes that few programs end with. What is in none of these rows, a script above all, may end with any. */
export const END_CODES: ReadonlyMap<number, ReadonlySet<string>> = new Map([
  ends(
    2,
    'tsc vue-tsc eslint make gmake mypy pytest ruff go grep diff ls mix phpunit prettier jq tar bash sh golangci-lint ansible-playbook dotnet',
  ),
  ends(3, 'terraform tofu psql bazel bazelisk curl wget pytest'),
  ends(4, 'pytest jq bazel bazelisk wget ansible-playbook'),
  ends(5, 'pytest jq wget curl'),
  ends(6, 'curl'),
  ends(7, 'curl'),
  ends(8, 'ctest wget php-cs-fixer'),
  ends(22, 'curl'),
  ends(28, 'curl'),
  ends(56, 'curl'),
  ends(65, 'xcodebuild swift'),
  ends(100, 'cargo apt-get'),
  ends(101, 'cargo rustc rustfmt'),
  ends(123, 'xargs black eslint prettier'),
  ends(128, 'git'),
  ends(255, 'ssh pulumi phpstan phpunit php xargs'),
])
