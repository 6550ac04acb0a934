import { limits } from '@tagma/contract/limits.ts'
import { codePointLength } from '@tagma/contract/primitives.ts'

const truncated = '\n[message truncated]'

/** A message's text as it can be here: one that is too long is cut and says so. */
export function shortened(content: string): string {
  if (content.length <= limits.maxMessageLength || codePointLength(content) <= limits.maxMessageLength)
    return content
  return [...content].slice(0, limits.maxMessageLength - truncated.length).join('') + truncated
}

/** A topic as it can be here: not too long. */
export const importedTopic = (topic: string): string => [...topic].slice(0, limits.maxTopicLength).join('')
