import type { Privacy } from '#actions/create-channel.ts'
import { Meanwhile } from '#parts/meanwhile/meanwhile.tsx'
import { useDraft } from '#parts/meanwhile/use-draft.ts'
import { PrivacyChoice } from '#screens/channels/privacy-choice.tsx'
import { useCanSave } from '#screens/settings/setting-control.tsx'
import type { Channel } from '#state/channels.ts'
import { t } from '#words/words.ts'
import type { ChannelPartProps } from './channel-page.tsx'
import { FailureLine } from './failure-line.tsx'
import { useChangeReason } from './use-change-reason.ts'
import { useChannelChange } from './use-channel-change.ts'

const properties = {
  public: { is_private: false, is_web_public: false },
  private: { is_private: true, history_public_to_subscribers: true },
  'private-protected': { is_private: true, history_public_to_subscribers: false },
  'web-public': { is_web_public: true },
} as const satisfies Record<Privacy, object>

function privacyOf({ invite_only, is_web_public, history_public_to_subscribers }: Channel): Privacy {
  if (is_web_public) return 'web-public'
  if (!invite_only) return 'public'
  return history_public_to_subscribers ? 'private' : 'private-protected'
}

/** Lets the reader choose who may see a channel, and says what a choice changes before it is saved. */
export function ChannelReaders({ channel }: ChannelPartProps) {
  const reason = useChangeReason(channel, 'privacy')
  const canSave = useCanSave()
  const { failure, change } = useChannelChange(channel.stream_id)
  const present = privacyOf(channel)
  const draft = useDraft(present, (next) => change(properties[next], properties[present]), channel)
  const { value: chosen, theirs } = draft
  return (
    <section class="setting-group">
      {reason && <p class="setting-note">{reason}</p>}
      <PrivacyChoice
        value={chosen}
        present={present}
        isDisabled={reason !== undefined}
        onChange={draft.set}
      />
      {chosen !== present && (
        <p class="form-preview" role="status">
          {t(consequenceOf(present, chosen))}
        </p>
      )}
      <Meanwhile
        draft={draft}
        nameOf={(privacy) => t(`channels.${privacy}`)}
        canSave={canSave && reason === undefined}
      />
      {chosen !== present && theirs === undefined && (
        <p class="permission-foot">
          <button
            type="button"
            class="button button-main"
            disabled={!canSave || draft.isBusy}
            onClick={() => void draft.save(chosen)}
          >
            {t('permission.save')}
          </button>
          <button type="button" class="button" onClick={draft.drop}>
            {t('dialog.cancel')}
          </button>
        </p>
      )}
      <FailureLine text={failure} />
    </section>
  )
}

const isOpen = (privacy: Privacy) => privacy === 'public' || privacy === 'web-public'

function consequenceOf(before: Privacy, after: Privacy) {
  if (after === 'web-public') return 'channel.becomes-web-public'
  if (!isOpen(before) && isOpen(after)) return 'channel.becomes-public'
  if (isOpen(before) && !isOpen(after)) return 'channel.becomes-private'
  if (before === 'web-public') return 'channel.leaves-web'
  return after === 'private' ? 'channel.shows-history' : 'channel.hides-history'
}
