import * as z from 'zod'
import { limits } from '../limits.ts'
import { textUpTo } from '../primitives.ts'

/** Words to add or remove. White space around them is ignored, and so are empty words. */
export const alertWords = z
  .array(textUpTo(limits.maxAlertWordLength))
  .transform((words) => words.map((word) => word.trim()).filter((word) => word !== ''))
