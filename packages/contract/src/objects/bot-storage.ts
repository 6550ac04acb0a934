import * as z from 'zod'
import { limits } from '../limits.ts'
import { textUpTo } from '../primitives.ts'

const text = textUpTo(limits.maxBotStorageLength)

/** Keys of a bot's storage. */
export const botStorageKeys = z.array(z.string())

/** A bot's storage: strings, keyed by strings. */
export const botStorage = z.record(text, text)
