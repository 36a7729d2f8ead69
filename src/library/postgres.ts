// `reflectory/postgres`: stores of many projects in one PostgreSQL. Needs the package `pg`.
export { openPostgres } from '../store/postgres.js'
export type { PostgresDatabase, PostgresOptions, PostgresStoreOptions } from '../store/postgres.js'
