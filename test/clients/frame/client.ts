import type { Ran } from './run-program.js'
import type { ModelSetup } from './start-model.js'

/** Where one run of a client happens. */
interface ClientPlace {
  home: string
  root: string
  /** The scripted model's address, without a path. */
  modelUrl: string
  /** Where the client is installed: what it unpacks for itself may stay there. */
  installed: string
}

/** A real client: where it comes from, how it is pointed at a scripted model, how it is started. */
export interface Client extends ModelSetup {
  /** Our adapter's id. */
  agent: string
  title: string
  packageName: string
  /** The version that is installed and that the README names. */
  version: string
  /** Its place in `node_modules`. */
  program: string
  /** A package that is installed with it, whose programs, there in `node_modules`, it finds first. @default none */
  beside?: { package: string; programs: string }
  /** Where the package holds the program, packed with brotli. @default it lies there as it is */
  packed?: string
  /** Its own name of the event at which it stops. */
  stopEvent: string
  /** Lines that it prints about any hook that is installed, whatever the hook does. */
  noise?: RegExp
  /** A message in which it repeats to the model what a hook said in another one. */
  echo?: RegExp
  /** How it installs the plugin of a repository, and removes it. @default it has no plugins of this kind */
  plugin?: {
    add(url: string): string[][]
    remove: string[][]
    /** Why its hooks can't push from there. @default they can */
    silent?: string
  }
  /** Why it can't be told of an earlier session's lesson. @default it can */
  hearsNothing?: string
  /** Passes over the hooks of a project until its user trusts the folder. @default it runs them */
  trust?: {
    /** What keeps its user's yes, in the home, and what it then says of the project's folder. */
    file: string
    says(root: string): string
    /** The argument by which one run trusts it all the same. @default none */
    argument?: string
  }
  /** Its environment where it is to list skills. @default as ever */
  skillsEnv?: NodeJS.ProcessEnv
  /** It asks for titles and status lines whenever there is time: their number says nothing. */
  asksAsideByTime?: true
  /** What it makes up anew in every run, besides numbers and long ids. */
  chance?: RegExp
  /** Files that it makes itself when anything is installed, or names by chance. */
  leaves?: RegExp
  /** Settings of the client's own in the sandbox home, before anything of ours is installed. */
  configure(place: ClientPlace): void
  /** One headless turn. */
  turn(prompt: string, place: ClientPlace): { args: string[]; env: NodeJS.ProcessEnv }
  /** Plays that turn, for a client that does not end with it. */
  drive?(turn: DrivenTurn): Promise<Ran>
}

interface DrivenTurn {
  program: string
  prompt: string
  cwd: string
  env: NodeJS.ProcessEnv
  /** The model was asked for all that its script has. */
  isAsked(): boolean
}
