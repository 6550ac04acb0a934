import { loadTopics } from '#actions/load-topics.ts'
import type { Destination } from '#outbox/destination.ts'
import { channelById, channelsById } from '#state/channels.ts'
import { characterOf } from '#state/emoji-character.ts'
import type { App } from '#state/use-app.ts'
import { t } from '#words/words.ts'
import { loadEmoji, recentEmoji } from './emoji-source.ts'
import { searchEmoji } from './emoji.ts'
import { suggestMentions, type MentionSources } from './mentions.ts'
import { suggestChannels, suggestTopics, suggestWords } from './names.ts'
import { commandsOfBots, linkableChannels } from './sources.ts'
import { mostSuggestions, type Suggestion } from './suggestion.ts'
import type { Trigger } from './trigger.ts'

/** Returns what completes a text. A promise only where something has to be loaded first. */
export function suggest(
  app: App,
  trigger: Trigger,
  { to, mentions }: { readonly to: Destination; readonly mentions: () => MentionSources },
): readonly Suggestion[] | Promise<readonly Suggestion[]> {
  const { state } = app.store.get()
  if (!state) return []
  const { query } = trigger
  switch (trigger.kind) {
    case 'mention':
      return suggestMentions(mentions(), query, trigger)
    case 'channel':
      return suggestChannels(linkableChannels(state), query)
    case 'topic':
      return topicsFor(app, trigger, to)
    case 'message':
      return import('./link-messages.ts').then(({ suggestMessages }) => suggestMessages(app, trigger))
    case 'emoji':
      return emojiFor(app, query)
    case 'command':
      return suggestWords([...commands(), ...commandsOfBots(state, to)], query)
    case 'time':
      return [{ key: 'time', label: t('compose.time'), detail: '<time:…>', insert: timeNow(app.clock.now()) }]
    case 'language':
      return import('./languages.ts').then(({ suggestLanguages }) => suggestLanguages(query))
  }
}

async function topicsFor(
  app: App,
  { channel: name, query }: Trigger & { kind: 'topic' },
  to: Destination,
): Promise<readonly Suggestion[]> {
  const { state } = app.store.get()
  const channel =
    name === '' && to.kind === 'topic'
      ? channelById(state, to.channelId)
      : [...channelsById(state).values()].find((other) => other.name === name)
  if (!channel) return []
  const { stream_id: id } = channel
  // Without an answer, what is known has to do.
  if (!app.store.get().topics.get(id)?.isWhole) await loadTopics(app, id).catch(() => {})
  const known = [...(app.store.get().topics.get(id)?.topics.values() ?? [])]
  const topics = known.toSorted((a, b) => b.lastId - a.lastId).map((topic) => topic.name)
  return suggestTopics(channel.name, topics, query)
}

async function emojiFor({ store }: App, query: string): Promise<readonly Suggestion[]> {
  const all = await loadEmoji(store.get().state?.realm_emoji)
  return searchEmoji(all, query, { recent: recentEmoji(), count: mostSuggestions }).map((emoji) => ({
    key: `emoji ${emoji.name}`,
    label: `:${emoji.name}:`,
    insert: `:${emoji.name}: `,
    picture:
      emoji.url === undefined
        ? { kind: 'character', text: characterOf(emoji.code) ?? '' }
        : { kind: 'image', url: emoji.url },
  }))
}

const commands = () => [
  { word: 'me', detail: t('completion.me'), insert: '/me ' },
  { word: 'poll', detail: t('completion.poll'), insert: '/poll ' },
  { word: 'todo', detail: t('completion.todo'), insert: '/todo ' },
]

const timeNow = (now: number) => `<time:${new Date(now).toISOString().slice(0, 16)}Z> `
