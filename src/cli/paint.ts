import picocolors from 'picocolors'

/** Colours, or none of them. */
export const paint = (colour: boolean) => picocolors.createColors(colour)
