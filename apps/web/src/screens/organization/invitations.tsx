import type { Answer } from '@tagma/contract/define.ts'
import type { getInvites } from '@tagma/contract/endpoints/invites/get-invites.ts'
import { roles } from '@tagma/contract/roles.ts'
import * as wire from '@tagma/contract/wire.ts'
import { useState } from 'preact/hooks'
import { copyAndTell } from '#actions/copy-text.ts'
import { showError } from '#actions/show-error.ts'
import { showToast } from '#actions/show-toast.ts'
import { useTimes } from '#parts/messages/use-times.ts'
import { FetchNote } from '#screens/settings/fetch-note.tsx'
import { useCanSave } from '#screens/settings/setting-control.tsx'
import { useFetched } from '#screens/settings/use-fetched.ts'
import { channelById } from '#state/channels.ts'
import { peopleOf } from '#state/people.ts'
import { useApp } from '#state/use-app.ts'
import { useKnown } from '#state/use-known.ts'
import { listOf } from '#words/list-of.ts'
import { t, type WordId } from '#words/words.ts'

type Invite = Answer<typeof getInvites>['invites'][number]

const keyOf = ({ id, is_multiuse }: Invite) => `${is_multiuse ? 'link' : 'mail'} ${id}`

/** Invitations that can still be accepted: one's own, for administrators those of all. */
export function Invitations() {
  const isGuest = useKnown(({ state }) => state?.is_guest === true)
  return (
    <section class="setting-group">
      {isGuest ? <p class="setting-note">{t('organization.guests-invite-nobody')}</p> : <InviteList />}
    </section>
  )
}

function InviteList() {
  const app = useApp()
  const fetched = useFetched(
    async () => (await app.client.call(wire.getInvites, {})).invites,
    'invites_changed',
  )
  const { value: invites, reload } = fetched
  const revoke = async ({ id: invite_id, is_multiuse }: Invite) => {
    try {
      await app.client.call(is_multiuse ? wire.revokeInviteLink : wire.revokeEmailInvite, { invite_id })
      reload()
      showToast(app, { name: 'invitation', kind: 'status', text: t('organization.invite-revoked') })
    } catch (error) {
      showError(app, error)
    }
  }
  const resend = async ({ id: invite_id, email = '' }: Invite) => {
    try {
      await app.client.call(wire.resendEmailInvite, { invite_id })
      showToast(app, { name: 'invitation', kind: 'status', text: t('organization.invite-resent', { email }) })
    } catch (error) {
      showError(app, error)
    }
  }
  return (
    <>
      <p class="setting-note">{t('organization.invites-about')}</p>
      <FetchNote fetched={fetched} />
      <ul class="setting-list organization-list" aria-label={t('organization.page.users/invitations')}>
        {invites?.map((invite) => (
          <InviteRow
            key={keyOf(invite)}
            invite={invite}
            onRevoke={() => void revoke(invite)}
            onResend={() => void resend(invite)}
          />
        ))}
      </ul>
      {invites?.length === 0 && <p class="setting-note">{t('organization.no-invites')}</p>}
      <a class="button" href="#invite">
        {t('places.invite')}
      </a>
    </>
  )
}

interface InviteRowProps {
  readonly invite: Invite
  readonly onRevoke: () => void
  readonly onResend: () => void
}

function InviteRow({ invite, onRevoke, onResend }: InviteRowProps) {
  const canSave = useCanSave()
  const by = useKnown(({ state }) => peopleOf(state).get(invite.invited_by_user_id)?.full_name)
  const { moment } = useTimes()
  const { email, link_url, invited_as, expiry_date, id } = invite
  const what = email ?? t('organization.invite-link', { number: id })
  const app = useApp()
  const role = Object.entries(roles).find(([, value]) => value === invited_as)?.[0] ?? 'member'
  return (
    <li>
      <span class="setting-text">
        {link_url === undefined ? <span>{what}</span> : <a href={link_url}>{what}</a>}
        <small>
          {t('organization.invite-facts', {
            role: t(`person.role-${role}` as WordId),
            by: by ?? t('people.unknown'),
          })}{' '}
          {expiry_date === null
            ? t('organization.invite-forever')
            : t('organization.invite-until', { time: moment(expiry_date) })}
        </small>
        {email !== undefined && <InviteChannels id={id} what={what} />}
      </span>
      {link_url !== undefined && (
        <button
          type="button"
          class="button"
          aria-label={t('organization.copy-link-of', { what })}
          onClick={() => void copyAndTell(app, link_url, t('organization.link-copied'))}
        >
          {t('organization.copy-link')}
        </button>
      )}
      {email !== undefined && (
        <button
          type="button"
          class="button"
          aria-label={t('organization.resend-to', { email })}
          disabled={!canSave}
          onClick={onResend}
        >
          {t('organization.resend')}
        </button>
      )}
      <button
        type="button"
        class="button"
        aria-label={t('organization.revoke-one', { what })}
        disabled={!canSave}
        onClick={onRevoke}
      >
        {t('organization.revoke')}
      </button>
    </li>
  )
}

/** The channels of an invitation by mail, asked for by a button: the list of invitations does not have them. */
function InviteChannels({ id, what }: { readonly id: number; readonly what: string }) {
  const app = useApp()
  const canSave = useCanSave()
  const [names, setNames] = useState<string>()
  const show = async () => {
    try {
      const { invite } = await app.client.call(wire.getInviteDetails, { invite_id: id })
      const { state } = app.store.get()
      const known = (invite.stream_ids ?? []).flatMap((each) => channelById(state, each)?.name ?? [])
      setNames(known.length === 0 ? '–' : listOf(known))
    } catch (error) {
      showError(app, error)
    }
  }
  if (names !== undefined) return <small>{t('organization.invite-channels', { names })}</small>
  return (
    <button
      type="button"
      class="button-link"
      aria-label={t('organization.invite-details', { what })}
      disabled={!canSave}
      onClick={() => void show()}
    >
      {t('organization.show-channels')}
    </button>
  )
}
