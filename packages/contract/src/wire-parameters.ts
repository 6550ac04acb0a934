import type { WireParameter } from './wire-entry.ts'

/** The ways in which an endpoint takes a parameter. */
export const text: WireParameter = { encoding: 'text' }
export const json: WireParameter = { encoding: 'json' }
export const either: WireParameter = { encoding: 'either' }
export const inPath: WireParameter = { encoding: 'path' }
export const restOfPath: WireParameter = { encoding: 'path', takesRest: true }
export const upload: WireParameter = { encoding: 'upload' }
export const body: WireParameter = { encoding: 'body' }
