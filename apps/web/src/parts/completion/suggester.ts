import type { Destination } from '#outbox/destination.ts'
import { crowdOf } from '#state/crowd.ts'
import type { App } from '#state/use-app.ts'
import { type MentionSources, prepareEverybody } from './mentions.ts'
import { mentionablePeople, mentionSourcesOf, participantsOf } from './sources.ts'
import { suggest } from './suggest.ts'
import type { Suggestion } from './suggestion.ts'
import type { Trigger } from './trigger.ts'

export { noteEmoji } from './emoji-source.ts'

/** Returns what completes a text. A promise only where something has to be loaded first. */
export type Suggester = (
  trigger: Trigger,
  to: Destination,
) => readonly Suggestion[] | Promise<readonly Suggestion[]>

/** Prepares the names of everybody, so that the first sign that asks for one does not wait for it. */
export function prepareNames({ store }: App): void {
  const { state } = store.get()
  if (state) prepareEverybody(mentionablePeople(state))
}

/** Makes a suggester for one box: who can be mentioned is prepared once for a word, however many keys it takes. */
export function suggester(app: App): Suggester {
  let sources:
    | { readonly from: number; readonly to: Destination; readonly mentions: MentionSources }
    | undefined
  return (trigger, to) => {
    const mentions = () => {
      if (sources?.from !== trigger.from || sources.to !== to) {
        const { state, messages } = app.store.get()
        const people = participantsOf(messages, to, state?.user_id ?? -1)
        const crowd = crowdOf(state!, messages, to)
        sources = { from: trigger.from, to, mentions: mentionSourcesOf(state!, people, to, crowd) }
      }
      return sources.mentions
    }
    return suggest(app, trigger, { to, mentions })
  }
}
