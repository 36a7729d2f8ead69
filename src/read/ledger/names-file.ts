import type { Edit } from '../../schema/evidence.js'

/** "(git pull)", "(patch)": which files a command rewrote, its words don't say. */
export const namesFile = ({ file }: Pick<Edit, 'file'>): boolean =>
  !/^\((?:git \S+|patch)\)$/.test(file)
