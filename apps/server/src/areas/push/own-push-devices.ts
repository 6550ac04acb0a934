import type { PushDevice } from '@tagma/contract/objects/push-device.ts'
import type { Call } from '#call/call.ts'
import type { PushFailure } from '#ports/push-sender.ts'
import { type DeviceRow, devicesOf, isActiveDevice } from '#store/notifying/devices.ts'
import { type LegacyTokenRow, legacyTokensOf } from '#store/notifying/legacy-push-tokens.ts'
import { type WebPushRow, webPushesOf } from '#store/notifying/web-push-subscriptions.ts'
import { listSessions, type SessionRecord } from '#store/people/sessions.ts'
import type { ContactColumns } from '#store/sql/tables/notifying.ts'

/** Lists the caller's browsers and phones that get notifications: this browser, other browsers, phones. */
export async function ownPushDevices({
  caller,
  db,
  directory,
  services,
  session,
}: Call): Promise<PushDevice[]> {
  const [browsers, phones, tokens, sessions] = await Promise.all([
    webPushesOf(db, [caller.id]),
    devicesOf(db, caller.id),
    legacyTokensOf(db, [caller.id]),
    listSessions(db, caller.id),
  ])
  const sessionOf = new Map(sessions.map((one) => [one.id, one]))
  const lastUse = (one: SessionRecord) => services.live.sessions.lastUse(one)
  const isBarred = directory.organization.settings.require_e2ee_push_notifications
  return [
    ...browsers
      .toSorted((a, b) => Number(b.session_id === session?.id) - Number(a.session_id === session?.id))
      .map((row) =>
        presentBrowser(row, { session: sessionOf.get(row.session_id), own: session?.id, lastUse }),
      ),
    ...phones.map(presentPhone),
    ...tokens.map((row) => presentOlderPhone(row, isBarred)),
  ]
}

interface AroundBrowser {
  readonly session: SessionRecord | undefined
  /** The session that asks. */
  readonly own: number | undefined
  readonly lastUse: (session: SessionRecord) => number
}

const presentBrowser = (row: WebPushRow, { session, own, lastUse }: AroundBrowser): PushDevice => ({
  kind: 'browser',
  id: row.id,
  is_current: row.session_id === own,
  program: session?.program ?? null,
  service: new URL(row.endpoint).host,
  state: 'told',
  error_code: null,
  created_at: row.created_at,
  ends_at: session ? Math.min(session.endsAt, lastUse(session) + session.idleSeconds) : null,
  ...contactOf(row),
})

const presentPhone = (row: DeviceRow): PushDevice => ({
  kind: 'phone',
  id: row.id,
  is_current: false,
  program: row.program,
  service: row.token_kind,
  state: stateOf(row),
  error_code: row.error_code,
  created_at: row.created_at,
  ends_at: null,
  ...contactOf(row),
})

const presentOlderPhone = (row: LegacyTokenRow, isBarred: boolean): PushDevice => ({
  kind: 'older_phone',
  id: row.id,
  is_current: false,
  program: row.program,
  service: row.kind,
  state: isBarred ? 'barred' : 'told',
  error_code: null,
  created_at: row.created_at,
  ends_at: null,
  ...contactOf(row),
})

const contactOf = ({ reached_at, failed_at, failure, failure_text }: ContactColumns) => ({
  reached_at,
  failed_at,
  failure: failure as PushFailure['reason'] | 'gone' | null,
  failure_text,
})

function stateOf(row: DeviceRow): PushDevice['state'] {
  if (isActiveDevice(row)) return 'told'
  if (row.error_code !== null) return 'rejected'
  if (row.pending_push_token_id !== null) return 'registering'
  return row.push_key_id === null ? 'silent' : 'ended'
}
