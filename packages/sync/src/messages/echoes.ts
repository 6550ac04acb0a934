import type { Facts } from './facts.ts'
import { fits } from './fits.ts'
import type { Message } from './message.ts'
import { changeWindows, type Messages } from './messages.ts'
import type { Narrow } from './narrow.ts'

/** A message as its sender shows it before the server has it. `local_id` goes with the call that sends it. */
export type Echo = Omit<Message, 'id' | 'local_id' | 'sent_id'> & { readonly local_id: string }

/** Shows a message at the end of the windows that it fits. An echo with the same `local_id` is replaced. */
export function addEcho(messages: Messages, echo: Echo, facts: Facts): Messages {
  const known = messages.echoes.get(echo.local_id)
  const id = known ?? Math.min(0, ...messages.echoes.values()) - 1
  return placeEchoes(
    {
      ...messages,
      byId: messages.byId.with(id, { ...echo, id }),
      echoes: known === undefined ? new Map(messages.echoes).set(echo.local_id, id) : messages.echoes,
    },
    facts,
  )
}

/** Removes an echo: its text was taken back, or the message is there. */
export function dropEcho(messages: Messages, localId: string, facts: Facts): Messages {
  const id = messages.echoes.get(localId)
  if (id === undefined) return messages
  const echoes = new Map(messages.echoes)
  echoes.delete(localId)
  return placeEchoes({ ...messages, byId: messages.byId.without([id]), echoes }, facts)
}

/**
 * Notes the id that the server gave to an echo. The echo stays until the message is known, which can be already. With
 * the event of another queue, which lacks `local_message_id`, this is how the two are recognized as one.
 */
export function settleEcho(messages: Messages, localId: string, sentId: number, facts: Facts): Messages {
  if (messages.byId.has(sentId)) return dropEcho(messages, localId, facts)
  const id = messages.echoes.get(localId)
  const echo = id === undefined ? undefined : messages.byId.get(id)
  if (!echo || id === undefined || echo.sent_id === sentId) return messages
  return { ...messages, byId: messages.byId.with(id, { ...echo, sent_id: sentId }) }
}

/** Removes the echo of a message that has come. */
export function replaceEcho(
  messages: Messages,
  id: number,
  localId: string | undefined,
  facts: Facts,
): Messages {
  for (const [candidate, echoId] of messages.echoes)
    if (candidate === localId || messages.byId.get(echoId)?.sent_id === id)
      return dropEcho(messages, candidate, facts)
  return messages
}

/** Returns the ids of the echoes that a narrow shows, in the order of sending. */
export const echoesIn = (messages: Messages, narrow: Narrow, facts: Facts): readonly number[] =>
  [...messages.echoes.values()].filter((id) => {
    const echo = messages.byId.get(id)
    return echo !== undefined && fits(narrow, echo, facts, (other) => messages.byId.get(other)) === 'yes'
  })

/** Puts the echoes into the windows that show the newest messages and that they fit. */
export function placeEchoes(messages: Messages, facts: Facts): Messages {
  return changeWindows(messages, (window) => {
    if (messages.echoes.size === 0 && window.echoes.length === 0) return window
    const echoes = window.hasNewest ? echoesIn(messages, window.narrow, facts) : []
    const isSame =
      echoes.length === window.echoes.length && echoes.every((id, at) => window.echoes[at] === id)
    return isSame ? window : { ...window, echoes }
  })
}
