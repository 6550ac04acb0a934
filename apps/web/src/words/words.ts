import { setupI18n } from '@lingui/core'
import { en } from './en.ts'
import type englishActing from './en/acting.json'
import type englishAside from './en/aside.json'
import type englishAudit from './en/audit.json'
import type englishBeginning from './en/beginning.json'
import type englishBeside from './en/beside.json'
import type englishBots from './en/bots.json'
import type englishCalls from './en/calls.json'
import type englishCatchUp from './en/catch-up.json'
import type englishChannel from './en/channel.json'
import type englishChannels from './en/channels.json'
import type englishChecks from './en/checks.json'
import type englishGif from './en/gif.json'
import type englishGroups from './en/groups.json'
import type englishHelp from './en/help.json'
import type englishInvite from './en/invite.json'
import type englishLater from './en/later.json'
import type englishModeration from './en/moderation.json'
import type englishMove from './en/move.json'
import type englishOrganization from './en/organization.json'
import type englishOrganizations from './en/organizations.json'
import type englishPalette from './en/palette.json'
import type englishPermission from './en/permission.json'
import type englishPerson from './en/person.json'
import type englishRights from './en/rights.json'
import type englishSearch from './en/search.json'
import type englishSettings from './en/settings.json'
import type englishSnippet from './en/snippet.json'
import type englishStatus from './en/status.json'
import type englishTokens from './en/tokens.json'
import type englishTold from './en/told.json'
import type englishVoice from './en/voice.json'
import type englishWelcome from './en/welcome.json'

/** The id of a text: its area and its name, as in `compose.send`. */
export type WordId =
  | keyof typeof en
  | keyof typeof englishActing
  | keyof typeof englishAside
  | keyof typeof englishAudit
  | keyof typeof englishBeginning
  | keyof typeof englishBeside
  | keyof typeof englishBots
  | keyof typeof englishCalls
  | keyof typeof englishCatchUp
  | keyof typeof englishChannel
  | keyof typeof englishChannels
  | keyof typeof englishChecks
  | keyof typeof englishGif
  | keyof typeof englishGroups
  | keyof typeof englishHelp
  | keyof typeof englishInvite
  | keyof typeof englishLater
  | keyof typeof englishModeration
  | keyof typeof englishMove
  | keyof typeof englishOrganization
  | keyof typeof englishOrganizations
  | keyof typeof englishPalette
  | keyof typeof englishPermission
  | keyof typeof englishPerson
  | keyof typeof englishRights
  | keyof typeof englishSearch
  | keyof typeof englishSettings
  | keyof typeof englishSnippet
  | keyof typeof englishStatus
  | keyof typeof englishTokens
  | keyof typeof englishTold
  | keyof typeof englishVoice
  | keyof typeof englishWelcome

/** An area whose texts are not part of the first load, because few screens show them. */
type LaterArea = keyof typeof later

/** The languages with a complete catalog. */
export const languages = ['en', 'de'] as const
export type Language = (typeof languages)[number]

// The build compiles the texts of the catalogs. So the page needs no parser of ICU messages.
const i18n = setupI18n({ locale: 'en', messages: { en } })

const later = {
  acting: {
    en: async () => (await import('./en/acting.json', { with: { type: 'json' } })).default,
    de: async () => (await import('./de/acting.json', { with: { type: 'json' } })).default,
  },
  aside: {
    en: async () => (await import('./en/aside.json', { with: { type: 'json' } })).default,
    de: async () => (await import('./de/aside.json', { with: { type: 'json' } })).default,
  },
  audit: {
    en: async () => (await import('./en/audit.json', { with: { type: 'json' } })).default,
    de: async () => (await import('./de/audit.json', { with: { type: 'json' } })).default,
  },
  beginning: {
    en: async () => (await import('./en/beginning.json', { with: { type: 'json' } })).default,
    de: async () => (await import('./de/beginning.json', { with: { type: 'json' } })).default,
  },
  beside: {
    en: async () => (await import('./en/beside.json', { with: { type: 'json' } })).default,
    de: async () => (await import('./de/beside.json', { with: { type: 'json' } })).default,
  },
  bots: {
    en: async () => (await import('./en/bots.json', { with: { type: 'json' } })).default,
    de: async () => (await import('./de/bots.json', { with: { type: 'json' } })).default,
  },
  calls: {
    en: async () => (await import('./en/calls.json', { with: { type: 'json' } })).default,
    de: async () => (await import('./de/calls.json', { with: { type: 'json' } })).default,
  },
  'catch-up': {
    en: async () => (await import('./en/catch-up.json', { with: { type: 'json' } })).default,
    de: async () => (await import('./de/catch-up.json', { with: { type: 'json' } })).default,
  },
  channel: {
    en: async () => (await import('./en/channel.json', { with: { type: 'json' } })).default,
    de: async () => (await import('./de/channel.json', { with: { type: 'json' } })).default,
  },
  channels: {
    en: async () => (await import('./en/channels.json', { with: { type: 'json' } })).default,
    de: async () => (await import('./de/channels.json', { with: { type: 'json' } })).default,
  },
  checks: {
    en: async () => (await import('./en/checks.json', { with: { type: 'json' } })).default,
    de: async () => (await import('./de/checks.json', { with: { type: 'json' } })).default,
  },
  gif: {
    en: async () => (await import('./en/gif.json', { with: { type: 'json' } })).default,
    de: async () => (await import('./de/gif.json', { with: { type: 'json' } })).default,
  },
  groups: {
    en: async () => (await import('./en/groups.json', { with: { type: 'json' } })).default,
    de: async () => (await import('./de/groups.json', { with: { type: 'json' } })).default,
  },
  help: {
    en: async () => (await import('./en/help.json', { with: { type: 'json' } })).default,
    de: async () => (await import('./de/help.json', { with: { type: 'json' } })).default,
  },
  invite: {
    en: async () => (await import('./en/invite.json', { with: { type: 'json' } })).default,
    de: async () => (await import('./de/invite.json', { with: { type: 'json' } })).default,
  },
  later: {
    en: async () => (await import('./en/later.json', { with: { type: 'json' } })).default,
    de: async () => (await import('./de/later.json', { with: { type: 'json' } })).default,
  },
  moderation: {
    en: async () => (await import('./en/moderation.json', { with: { type: 'json' } })).default,
    de: async () => (await import('./de/moderation.json', { with: { type: 'json' } })).default,
  },
  move: {
    en: async () => (await import('./en/move.json', { with: { type: 'json' } })).default,
    de: async () => (await import('./de/move.json', { with: { type: 'json' } })).default,
  },
  organization: {
    en: async () => (await import('./en/organization.json', { with: { type: 'json' } })).default,
    de: async () => (await import('./de/organization.json', { with: { type: 'json' } })).default,
  },
  organizations: {
    en: async () => (await import('./en/organizations.json', { with: { type: 'json' } })).default,
    de: async () => (await import('./de/organizations.json', { with: { type: 'json' } })).default,
  },
  palette: {
    en: async () => (await import('./en/palette.json', { with: { type: 'json' } })).default,
    de: async () => (await import('./de/palette.json', { with: { type: 'json' } })).default,
  },
  permission: {
    en: async () => (await import('./en/permission.json', { with: { type: 'json' } })).default,
    de: async () => (await import('./de/permission.json', { with: { type: 'json' } })).default,
  },
  person: {
    en: async () => (await import('./en/person.json', { with: { type: 'json' } })).default,
    de: async () => (await import('./de/person.json', { with: { type: 'json' } })).default,
  },
  rights: {
    en: async () => (await import('./en/rights.json', { with: { type: 'json' } })).default,
    de: async () => (await import('./de/rights.json', { with: { type: 'json' } })).default,
  },
  search: {
    en: async () => (await import('./en/search.json', { with: { type: 'json' } })).default,
    de: async () => (await import('./de/search.json', { with: { type: 'json' } })).default,
  },
  settings: {
    en: async () => (await import('./en/settings.json', { with: { type: 'json' } })).default,
    de: async () => (await import('./de/settings.json', { with: { type: 'json' } })).default,
  },
  snippet: {
    en: async () => (await import('./en/snippet.json', { with: { type: 'json' } })).default,
    de: async () => (await import('./de/snippet.json', { with: { type: 'json' } })).default,
  },
  status: {
    en: async () => (await import('./en/status.json', { with: { type: 'json' } })).default,
    de: async () => (await import('./de/status.json', { with: { type: 'json' } })).default,
  },
  tokens: {
    en: async () => (await import('./en/tokens.json', { with: { type: 'json' } })).default,
    de: async () => (await import('./de/tokens.json', { with: { type: 'json' } })).default,
  },
  told: {
    en: async () => (await import('./en/told.json', { with: { type: 'json' } })).default,
    de: async () => (await import('./de/told.json', { with: { type: 'json' } })).default,
  },
  voice: {
    en: async () => (await import('./en/voice.json', { with: { type: 'json' } })).default,
    de: async () => (await import('./de/voice.json', { with: { type: 'json' } })).default,
  },
  welcome: {
    en: async () => (await import('./en/welcome.json', { with: { type: 'json' } })).default,
    de: async () => (await import('./de/welcome.json', { with: { type: 'json' } })).default,
  },
} satisfies Record<string, Readonly<Record<Language, () => Promise<Readonly<Record<string, string>>>>>>

const learned = new Set<LaterArea>()

/** Brings the texts of these areas. Screens that show them are drawn after that. */
export async function learn(...areas: LaterArea[]): Promise<void> {
  const language = i18n.locale as Language
  await Promise.all(areas.map((area) => load(area, language)))
  // Another language was chosen meanwhile.
  if (i18n.locale !== language) await learn(...areas)
}

async function load(area: LaterArea, language: Language): Promise<void> {
  learned.add(area)
  i18n.load(language, await later[area][language]())
}

/** Returns a text in the language of the page. */
export function t(id: WordId, values?: Readonly<Record<string, string | number>>): string {
  return i18n._(id, values)
}

/** The locale for dates, numbers and sorting: that of the texts. */
export function locale(): string {
  return i18n.locale
}

/** Changes the language. Resolves when its texts are there; the caller draws the page again. */
export async function speak(language: Language): Promise<void> {
  if (language === 'de') i18n.load('de', (await import('./de.ts')).de)
  await Promise.all(Array.from(learned, (area) => load(area, language)))
  i18n.activate(language)
}

/** Returns the catalog for a language tag: `de-CH` is served by `de`, an unknown one by English. */
export function languageFor(tag: string): Language {
  const [base = ''] = tag.toLowerCase().split('-')
  return languages.find((language) => language === base) ?? 'en'
}
