/** Said wherever a project's file is looked at that has a problem. */
export const IGNORED_PROJECT_FILE =
  "This project's reflection.yaml is ignored until you fix that; only what it turns off still applies."
