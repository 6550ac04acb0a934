import * as z from 'zod'
import { limits } from '../limits.ts'
import { textUpTo } from '../primitives.ts'

/** Words to add or remove: white space around them does not count, and empty ones are left out. */
export const alertWords = z
  .array(textUpTo(limits.maxAlertWordLength))
  .transform((words) => words.map((word) => word.trim()).filter((word) => word !== ''))
