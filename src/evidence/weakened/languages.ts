import type { Language } from './language.js'
import { csharp } from './languages/csharp.js'
import { go } from './languages/go.js'
import { javascript } from './languages/javascript.js'
import { jvm } from './languages/jvm.js'
import { php } from './languages/php.js'
import { python } from './languages/python.js'
import { ruby } from './languages/ruby.js'
import { rust } from './languages/rust.js'

const languages: readonly Language[] = [javascript, python, go, rust, jvm, ruby, php, csharp]

/** The language of a file by its name; null when it is none of the table. */
export const languageOf = (file: string): Language | null =>
  languages.find(({ files }) => files.test(file)) ?? null
