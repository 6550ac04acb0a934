import type { EventDefinition } from '@tagma/contract/define.ts'

export const errorSlug = (code: string): string => `error-${code.toLowerCase().replaceAll('_', '-')}`

export const eventSlug = ({ type, op }: Pick<EventDefinition, 'type' | 'op'>): string =>
  `event-${type}${op === undefined ? '' : `-${op}`}`.replaceAll('_', '-').toLowerCase()

/** Names an event in running text: `subscription`, or `subscription`/`add`. */
export const eventName = ({ type, op }: Pick<EventDefinition, 'type' | 'op'>): string =>
  op === undefined ? `\`${type}\`` : `\`${type}\`, \`op: ${op}\``

export const withoutPeriod = (text: string): string => text.trim().replace(/\.$/, '')

/** Turns "user_groups" or "user-groups" into a heading: "User groups". */
export const headingOf = (name: string): string => {
  const words = name.replaceAll(/[-_]/g, ' ')
  return words.charAt(0).toUpperCase() + words.slice(1)
}

/** The longest page of this site. Programs read pages whole and cut off longer ones. */
export const longestPage = 50_000
const roomForFrame = 4_000

/** Returns the text with objects listed as deep as the page's limit allows. */
export function withinLimit(make: (depth: number) => string): string {
  let text = ''
  for (const depth of [4, 3, 2, 1, 0]) {
    text = make(depth)
    if (text.length <= longestPage - roomForFrame) break
  }
  return text
}
