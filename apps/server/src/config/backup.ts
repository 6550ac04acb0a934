import { resolve } from 'node:path'
import { type BucketConfig, parseBucket } from './blobs.ts'
import { ConfigError } from './values.ts'
import type { ReadVariable } from './variables.ts'

/** A place of backups. */
export type BackupPlace = { readonly folder: string } | BucketConfig

export interface BackupConfig {
  readonly place: BackupPlace | undefined
  /** Minutes of the day in UTC at which the server makes a snapshot. */
  readonly at: number | undefined
  /** Undefined keeps all snapshots. */
  readonly keep: { readonly days: number; readonly weeks: number; readonly months: number } | undefined
  /** Public keys of age; none if snapshots are not sealed. */
  readonly recipients: readonly string[]
}

/** Parses where backups go, when, and which keys open them. Throws a ConfigError. */
export function parseBackup(read: ReadVariable): BackupConfig {
  const to = read('TAGMA_BACKUP_TO')
  const at = parseTime(read('TAGMA_BACKUP_AT'))
  if (at !== undefined && to === '')
    throw new ConfigError('TAGMA_BACKUP_AT is set, and TAGMA_BACKUP_TO does not say where backups go.')
  return {
    place: to === '' ? undefined : parseBackupPlace('TAGMA_BACKUP_TO', to, read),
    at,
    keep: parseKeep(read('TAGMA_BACKUP_KEEP')),
    recipients: parseRecipients(read('TAGMA_BACKUP_RECIPIENT')),
  }
}

/** Parses the place of backups; `name` is the setting or option that has it. Throws a ConfigError. */
export const parseBackupPlace = (name: string, text: string, read: ReadVariable): BackupPlace =>
  text.includes('://') ? parseBucket(name, text, read) : { folder: resolve(text) }

/** Name of a place of backups, without keys. */
export const nameOfPlace = (place: BackupPlace): string =>
  'folder' in place ? place.folder : `${place.endpoint}/${place.bucket}/${place.prefix}`

function parseTime(text: string): number | undefined {
  if (text === '') return undefined
  const [, hours, minutes] = /^([01]\d|2[0-3]):([0-5]\d)$/.exec(text) ?? []
  if (hours === undefined || minutes === undefined)
    throw new ConfigError(
      `TAGMA_BACKUP_AT is "${text}"; it should be a time of the day in UTC, such as 03:15.`,
    )
  return Number(hours) * 60 + Number(minutes)
}

function parseKeep(text: string): BackupConfig['keep'] {
  if (text === 'all') return undefined
  const counts = new Map<string, number>()
  for (const part of text.split(/\s+/)) {
    const [, count, unit = ''] = /^(\d{1,4})([dwm])$/.exec(part) ?? []
    if (count === undefined || counts.has(unit))
      throw new ConfigError(
        `TAGMA_BACKUP_KEEP is "${text}"; it should be numbers of days, weeks and months, such as "7d 4w 12m", or all.`,
      )
    counts.set(unit, Number(count))
  }
  const of = (unit: string) => counts.get(unit) ?? 0
  return { days: of('d'), weeks: of('w'), months: of('m') }
}

function parseRecipients(text: string): string[] {
  const recipients = text.split(',').flatMap((part) => part.trim() || [])
  const wrong = recipients.find((recipient) => !/^age1[0-9a-z]{58,}$/.test(recipient))
  if (wrong === undefined) return recipients
  throw new ConfigError(
    wrong.startsWith('AGE-SECRET')
      ? 'TAGMA_BACKUP_RECIPIENT has a secret key. It should have the public key, which begins with age1: keep the secret one away from this server.'
      : `TAGMA_BACKUP_RECIPIENT has "${wrong}"; it should be a public key that age-keygen prints, such as age1….`,
  )
}
