import type { Destination } from '#outbox/destination.ts'
import { crowdOf } from '#state/crowd.ts'
import type { App } from '#state/use-app.ts'
import { type MentionSources, prepareEverybody, suggestMentions } from './mentions.ts'
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

/** Queries that take each of the ways in which names are compared: nothing, a letter, letters, words. */
const rehearsed = ['', 'a', 'an', 'a b']

/**
 * Gets ready for the first sign that asks for a name, a step at a time: each fits between two keys. Names of everybody are
 * prepared, and then searched, because a browser runs code slowly until it has seen it run.
 */
export function* rehearsal(app: App, to: Destination): Generator<void> {
  const { state } = app.store.get()
  if (!state) return
  prepareEverybody(mentionablePeople(state))
  yield
  const sources = sourcesIn(app, to)
  for (const query of rehearsed) {
    suggestMentions(sources, query, { isSilent: false })
    yield
  }
}

/** Makes a suggester for one box: who can be mentioned is prepared once for a word, however many keys it takes. */
export function suggester(app: App): Suggester {
  let sources:
    | { readonly from: number; readonly to: Destination; readonly mentions: MentionSources }
    | undefined
  return (trigger, to) => {
    const mentions = () => {
      if (sources?.from !== trigger.from || sources.to !== to) {
        sources = { from: trigger.from, to, mentions: sourcesIn(app, to) }
      }
      return sources.mentions
    }
    return suggest(app, trigger, { to, mentions })
  }
}

function sourcesIn({ store }: App, to: Destination): MentionSources {
  const { state, messages } = store.get()
  const people = participantsOf(messages, to, state?.user_id ?? -1)
  return mentionSourcesOf(state!, people, to, crowdOf(state!, messages, to))
}
