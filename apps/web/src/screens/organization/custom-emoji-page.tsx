import * as wire from '@tagma/contract/wire.ts'
import { can } from '@tagma/rules/can.ts'
import { isAdministrator } from '@tagma/rules/roles.ts'
import { organizationOf, personOf } from '@tagma/sync/selectors/rights.ts'
import type { State } from '@tagma/sync/state.ts'
import { X } from 'lucide'
import { useState } from 'preact/hooks'
import { Question } from '#parts/dialog/dialog.tsx'
import { IconButton } from '#parts/icon-button.tsx'
import { KeptForm } from '#parts/kept-form/kept-form.tsx'
import { wantsCalm } from '#parts/wants-calm.ts'
import { FilteredList } from '#screens/settings/filtered-list.tsx'
import { useCanSave } from '#screens/settings/setting-control.tsx'
import { peopleOf } from '#state/people.ts'
import { useApp } from '#state/use-app.ts'
import { useKnown } from '#state/use-known.ts'
import { whoMay } from '#state/who-may.ts'
import { t } from '#words/words.ts'
import { AddEmoji } from './add-emoji.tsx'
import { FormFailure } from './form-failure.tsx'
import { useAttempt } from './use-attempt.ts'

type CustomEmoji = NonNullable<State['realm_emoji']>[string]

/** Returns why one may not add emoji, as a sentence; undefined where one may. */
function addReason(state: State): string | undefined {
  if (can(organizationOf(state), personOf(state, state.user_id ?? -1), 'can_add_custom_emoji_group'))
    return undefined
  const setting = state.realm_can_add_custom_emoji_group
  const who = setting === undefined ? undefined : whoMay(state, setting)
  return who === undefined ? t('organization.emoji.nobody') : t('organization.emoji.who', { who })
}

/** The organization's own emoji: who added them, and a form that adds more. */
export function CustomEmojiPage() {
  const own = useKnown(({ state }) => state?.realm_emoji)
  const reason = useKnown(({ state }) => state && addReason(state))
  const [leaving, setLeaving] = useState<string>()
  const { client } = useApp()
  const { failure, attempt } = useAttempt()
  const entries = Object.values(own ?? {})
    .filter(({ deactivated }) => !deactivated)
    .toSorted((a, b) => (a.name < b.name ? -1 : 1))
    .map((emoji) => ({
      key: emoji.id,
      name: emoji.name,
      row: <EmojiRow emoji={emoji} onLeave={() => setLeaving(emoji.name)} />,
    }))
  return (
    <>
      <section class="setting-group">
        <p class="setting-note">{t('organization.emoji.about')}</p>
        <KeptForm reason={reason} otherwise={<p class="setting-note">{reason}</p>}>
          <AddEmoji />
        </KeptForm>
      </section>
      <section class="setting-group">
        <h2>{t('organization.emoji.own')}</h2>
        <FormFailure text={failure} />
        <FilteredList
          label={t('organization.emoji.own')}
          entries={entries}
          empty={t('organization.emoji.none')}
        />
      </section>
      {leaving !== undefined && (
        <Question
          title={t('organization.emoji.deactivate-named', { name: leaving })}
          text={t('organization.emoji.deactivate-about')}
          action={t('organization.deactivate')}
          dangerous
          onClose={() => setLeaving(undefined)}
          onConfirm={() => {
            setLeaving(undefined)
            void attempt(client.call(wire.deactivateCustomEmoji, { emoji_name: leaving }))
          }}
        />
      )}
    </>
  )
}

interface EmojiRowProps {
  readonly emoji: CustomEmoji
  readonly onLeave: () => void
}

function EmojiRow({ emoji: { name, source_url, still_url, author_id }, onLeave }: EmojiRowProps) {
  const canSave = useCanSave()
  const author = useKnown(({ state }) => peopleOf(state).get(author_id ?? -1)?.full_name)
  const mayDeactivate = useKnown(
    ({ state }) =>
      state !== undefined &&
      (author_id === state.user_id || isAdministrator(personOf(state, state.user_id ?? -1))),
  )
  return (
    <>
      <img class="organization-picture" src={(wantsCalm() && still_url) || source_url} alt="" />
      <span class="setting-text">
        <code>:{name}:</code>
        <small dir="auto">{t('organization.emoji.by', { name: author ?? t('people.unknown') })}</small>
      </span>
      {mayDeactivate && (
        <IconButton
          icon={X}
          label={t('organization.emoji.deactivate', { name })}
          disabled={!canSave}
          onClick={onLeave}
        />
      )}
    </>
  )
}
