import type { Role } from '@tagma/contract/objects/user.ts'
import { roles } from '@tagma/contract/roles.ts'
import { X } from 'lucide'
import { useMemo, useState } from 'preact/hooks'
import type { InviteTerms } from '#actions/invite-people.ts'
import { ChannelSign } from '#parts/channel-sign.tsx'
import { IconButton } from '#parts/icon-button.tsx'
import { LinkMaker } from '#parts/invite/link-maker.tsx'
import { MailForm } from '#parts/invite/mail-form.tsx'
import { channelById } from '#state/channels.ts'
import { channelsToGive, mayInviteByLink, mayInviteByMail } from '#state/invite-rights.ts'
import { peopleOf } from '#state/people.ts'
import { useKnown } from '#state/use-known.ts'
import { whoMay } from '#state/who-may.ts'
import { t } from '#words/words.ts'
import { rolesToGive, times } from './invite-choices.ts'

const tenDays = 10 * 24 * 60
const usual: InviteTerms = {
  role: roles.member,
  takesDefaultChannels: true,
  channelIds: [],
  minutes: tenDays,
}

/** The page that invites people, by a link or by mail. */
export function InvitePage() {
  const [terms, setTerms] = useState(usual)
  const state = useKnown((known) => known.state)
  const byLink = mayInviteByLink(state)
  const byMail = mayInviteByMail(state)
  const whoByLink = state?.realm_create_multiuse_invite_group
  const whoByMail = state?.realm_can_invite_users_group
  return (
    <section class="invite-page">
      <header class="invite-head">
        <h1>{t('invite.title')}</h1>
        <IconButton icon={X} label={t('dialog.close')} onClick={() => history.back()} />
      </header>
      {(byLink || byMail) && <Terms terms={terms} onChange={setTerms} />}
      <section class="invite-way" aria-label={t('invite.by-link')}>
        <h2>{t('invite.by-link')}</h2>
        {byLink ? (
          <>
            <p>{t('invite.by-link-text')}</p>
            <LinkMaker terms={terms} />
          </>
        ) : (
          <p>{onlyThese(state && whoByLink !== undefined ? whoMay(state, whoByLink) : undefined)}</p>
        )}
      </section>
      <section class="invite-way" aria-label={t('invite.by-mail')}>
        <h2>{t('invite.by-mail')}</h2>
        {byMail ? (
          <>
            <p>{t('invite.by-mail-text')}</p>
            <MailForm terms={terms} />
          </>
        ) : (
          <p>{onlyThese(state && whoByMail !== undefined ? whoMay(state, whoByMail) : undefined)}</p>
        )}
      </section>
    </section>
  )
}

const onlyThese = (who: string | undefined) =>
  who === undefined ? t('invite.nobody-may') : t('invite.only-may', { who })

interface TermsProps {
  readonly terms: InviteTerms
  readonly onChange: (terms: InviteTerms) => void
}

/** The role, the time and the channels of newcomers. They hold for both ways. */
function Terms({ terms, onChange }: TermsProps) {
  const own = useKnown(({ state }) => peopleOf(state).get(state?.user_id ?? -1)?.role ?? roles.guest)
  return (
    <div class="invite-terms">
      <label class="form-field">
        <span>{t('invite.role')}</span>
        <select
          class="field"
          value={String(terms.role)}
          onChange={({ currentTarget: { value } }) => onChange({ ...terms, role: Number(value) as Role })}
        >
          {rolesToGive(own).map(({ role, name }) => (
            <option key={role} value={String(role)}>
              {t(name)}
            </option>
          ))}
        </select>
      </label>
      <label class="form-field">
        <span>{t('invite.time')}</span>
        <select
          class="field"
          value={String(terms.minutes)}
          onChange={({ currentTarget: { value } }) =>
            onChange({ ...terms, minutes: value === 'null' ? null : Number(value) })
          }
        >
          {times.map(({ minutes, name }) => (
            <option key={name} value={String(minutes)}>
              {t(name)}
            </option>
          ))}
        </select>
      </label>
      <ChannelChoice terms={terms} onChange={onChange} />
    </div>
  )
}

function ChannelChoice({ terms, onChange }: TermsProps) {
  const state = useKnown((known) => known.state)
  const others = useMemo(() => {
    const defaults = new Set(state?.realm_default_streams)
    return channelsToGive(state).filter(({ stream_id }) => !defaults.has(stream_id))
  }, [state])
  const names = (state?.realm_default_streams ?? []).flatMap((id) => channelById(state, id)?.name ?? [])
  const choose = (id: number, isChosen: boolean) => {
    const rest = terms.channelIds.filter((other) => other !== id)
    onChange({ ...terms, channelIds: isChosen ? [...rest, id] : rest })
  }
  return (
    <fieldset class="form-choices invite-channels">
      <legend>{t('invite.channels')}</legend>
      <label>
        <input
          type="checkbox"
          checked={terms.takesDefaultChannels}
          onChange={({ currentTarget: { checked } }) => onChange({ ...terms, takesDefaultChannels: checked })}
        />
        <span>
          {t('invite.default-channels')}
          {names.length > 0 && <span class="invite-names">: {names.join(', ')}</span>}
        </span>
      </label>
      {others.map((channel) => (
        <label key={channel.stream_id}>
          <input
            type="checkbox"
            checked={terms.channelIds.includes(channel.stream_id)}
            onChange={({ currentTarget: { checked } }) => choose(channel.stream_id, checked)}
          />
          <ChannelSign channel={channel} size={1} />
          <span dir="auto">{channel.name}</span>
        </label>
      ))}
    </fieldset>
  )
}
