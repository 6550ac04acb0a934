import { limits } from '@tagma/contract/limits.ts'
import type { Role } from '@tagma/contract/objects/user.ts'
import type { GroupSetting } from '@tagma/contract/primitives.ts'
import { roles } from '@tagma/contract/roles.ts'
import type { State } from '@tagma/sync/state.ts'
import { X } from 'lucide'
import { useMemo, useState } from 'preact/hooks'
import type { InviteTerms } from '#actions/invite-people.ts'
import { ChannelSign } from '#parts/channel-sign.tsx'
import { IconButton } from '#parts/icon-button.tsx'
import { LinkMaker } from '#parts/invite/link-maker.tsx'
import { MailForm } from '#parts/invite/mail-form.tsx'
import { KeptForm } from '#parts/kept-form/kept-form.tsx'
import { TextField } from '#parts/text-field/text-field.tsx'
import { WhyLink } from '#parts/why-link.tsx'
import { channelById } from '#state/channels.ts'
import { groupReason } from '#state/group-rights.ts'
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
  const linkReason = onlyThese(state, state?.realm_create_multiuse_invite_group)
  const mailReason = onlyThese(state, state?.realm_can_invite_users_group)
  return (
    <section class="invite-page">
      <header class="invite-head">
        <h1>{t('invite.title')}</h1>
        <IconButton icon={X} label={t('dialog.close')} onClick={() => history.back()} />
      </header>
      {(byLink || byMail) && <Terms terms={terms} onChange={setTerms} />}
      <section class="invite-way" aria-label={t('invite.by-link')}>
        <h2>{t('invite.by-link')}</h2>
        <KeptForm
          reason={byLink ? undefined : linkReason}
          otherwise={
            <p>
              {linkReason}
              <WhyLink place={{ kind: 'organization' }} deed="invite-by-link" />
            </p>
          }
        >
          <p>{t('invite.by-link-text')}</p>
          <LinkMaker terms={terms} />
        </KeptForm>
      </section>
      <section class="invite-way" aria-label={t('invite.by-mail')}>
        <h2>{t('invite.by-mail')}</h2>
        <KeptForm
          reason={byMail ? undefined : mailReason}
          otherwise={
            <p>
              {mailReason}
              <WhyLink place={{ kind: 'organization' }} deed="invite" />
            </p>
          }
        >
          <p>{t('invite.by-mail-text')}</p>
          <MailForm terms={terms}>
            <div class="form-choices">
              <label>
                <input
                  type="checkbox"
                  checked={terms.isTold !== false}
                  onChange={({ currentTarget: { checked } }) => setTerms({ ...terms, isTold: checked })}
                />
                <span>{t('invite.told')}</span>
              </label>
            </div>
          </MailForm>
        </KeptForm>
      </section>
    </section>
  )
}

function onlyThese(state: State | undefined, setting: GroupSetting | undefined): string {
  const who = state && setting !== undefined ? whoMay(state, setting) : undefined
  return who === undefined ? t('invite.nobody-may') : t('invite.only-may', { who })
}

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
          onChange={({ currentTarget: { value } }) => onChange(withRole(terms, Number(value) as Role))}
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
      <GroupChoice terms={terms} onChange={onChange} />
      <WelcomeText terms={terms} onChange={onChange} />
    </div>
  )
}

/** Guests see only channels that are meant for them: the default ones would have to be chosen. */
const withRole = (terms: InviteTerms, role: Role): InviteTerms => ({
  ...terms,
  role,
  takesDefaultChannels:
    role === roles.guest ? false : terms.role === roles.guest ? true : terms.takesDefaultChannels,
})

/** The groups that newcomers join: those to which the reader may add people. */
function GroupChoice({ terms, onChange }: TermsProps) {
  const state = useKnown((known) => known.state)
  const groups = (state?.realm_user_groups ?? []).filter(
    (group) => !group.deactivated && state && groupReason(state, group, 'add') === undefined,
  )
  const { groupIds = [] } = terms
  if (groups.length === 0) return null
  return (
    <fieldset class="form-choices invite-channels">
      <legend>{t('invite.groups')}</legend>
      {groups.map(({ id, name }) => (
        <label key={id}>
          <input
            type="checkbox"
            checked={groupIds.includes(id)}
            onChange={({ currentTarget: { checked } }) => {
              const rest = groupIds.filter((other) => other !== id)
              onChange({ ...terms, groupIds: checked ? [...rest, id] : rest })
            }}
          />
          <span dir="auto">@{name}</span>
        </label>
      ))}
    </fieldset>
  )
}

/** The welcome bot's words to newcomers. Administrators may choose it for one invitation. */
function WelcomeText({ terms, onChange }: TermsProps) {
  const isAdministrator = useKnown(({ state }) => state?.is_admin === true)
  const usualText = useKnown(({ state }) => state?.realm_welcome_message_custom_text ?? '')
  if (!isAdministrator) return null
  const isOwn = terms.welcomeText !== undefined
  return (
    <fieldset class="form-choices invite-channels">
      <legend>{t('invite.welcome')}</legend>
      <label>
        <input
          type="checkbox"
          checked={!isOwn}
          onChange={() => onChange({ ...terms, welcomeText: isOwn ? undefined : usualText })}
        />
        <span>{t('invite.welcome-usual')}</span>
      </label>
      {isOwn && (
        <TextField
          label={t('invite.welcome-text')}
          isBare
          rows={4}
          placeholder={t('invite.welcome-none')}
          most={limits.maxWelcomeMessageLength}
          value={terms.welcomeText ?? ''}
          onText={(welcomeText) => onChange({ ...terms, welcomeText })}
        />
      )}
    </fieldset>
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
