import * as z from 'zod'
import { limits } from '../limits.ts'
import { textUpTo } from '../primitives.ts'

const text = textUpTo(limits.maxBotStorageLength)

/** Keys of what a bot keeps on the server. */
export const botStorageKeys = z.array(z.string())

/** What a bot keeps on the server: texts under keys. */
export const botStorage = z.record(text, text)
