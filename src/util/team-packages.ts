const PG = 'pg@8.23.1'

export const INSTALL_PG = `Install it with \`npm install ${PG}\`; only team mode needs it.`

export const INSTALL_TEAM_PACKAGES = `Install what a team's server needs: \`npm install ${PG} pg-boss@10.4.2 prom-client@15.1.3\`.`
