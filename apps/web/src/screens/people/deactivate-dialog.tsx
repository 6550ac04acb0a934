import { useState } from 'preact/hooks'
import { deactivatePerson, type Leaving } from '#actions/manage-person.ts'
import { FormDialog } from '#parts/dialog/form-dialog.tsx'
import { TextField } from '#parts/text-field/text-field.tsx'
import { type Person, peopleOf } from '#state/people.ts'
import { useApp } from '#state/use-app.ts'
import { useKnown } from '#state/use-known.ts'
import { listOf } from '#words/list-of.ts'
import { t } from '#words/words.ts'
import { botsOf } from './person-profile.tsx'

interface DeactivateDialogProps {
  readonly person: Person
  readonly onClose: () => void
}

/** Data that can be removed together with an account, with its text. */
const removals = [
  ['delete_profile', 'person.delete-profile'],
  ['delete_public_channel_messages', 'person.delete-public'],
  ['delete_private_channel_messages', 'person.delete-private'],
  ['delete_direct_messages', 'person.delete-direct'],
] as const
type Removal = (typeof removals)[number][0]

const longestComment = 2000

/** Says what ends with an account, asks what is to be removed with it, and closes it. A refusal keeps the choices. */
export function DeactivateDialog({ person, onClose }: DeactivateDialogProps) {
  const app = useApp()
  const [chosen, setChosen] = useState<ReadonlySet<Removal>>(new Set())
  const [isTold, setTold] = useState(false)
  const [comment, setComment] = useState('')
  const choose = (name: Removal) =>
    setChosen(
      (before) => new Set(before.has(name) ? [...before].filter((each) => each !== name) : [...before, name]),
    )
  return (
    <FormDialog
      title={t('organization.deactivate-named', { name: person.full_name })}
      action={t('organization.deactivate')}
      onClose={onClose}
      onSend={() => deactivatePerson(app, person, leavingOf(chosen, isTold ? comment : undefined))}
    >
      <Endings person={person} />
      {!person.is_bot && (
        <>
          <fieldset class="form-choices">
            <legend>{t('person.delete-too')}</legend>
            {removals.map(([name, text]) => (
              <label key={name}>
                <input type="checkbox" checked={chosen.has(name)} onChange={() => choose(name)} />
                <span>{t(text)}</span>
              </label>
            ))}
          </fieldset>
          {chosen.size > 0 && (
            <p class="form-preview form-warning" role="status">
              {t(chosen.has('delete_profile') ? 'person.delete-for-good' : 'person.delete-warning')}
            </p>
          )}
          <fieldset class="form-choices">
            <legend>{t('person.tell')}</legend>
            <label>
              <input type="checkbox" checked={isTold} onChange={() => setTold(!isTold)} />
              <span>{t('person.tell-by-mail')}</span>
            </label>
          </fieldset>
          {isTold && (
            <TextField
              label={t('person.comment')}
              rows={3}
              most={longestComment}
              value={comment}
              onText={setComment}
            />
          )}
        </>
      )}
    </FormDialog>
  )
}

/** Lists everything that ends with an account. */
function Endings({ person }: { readonly person: Person }) {
  const bots = useKnown(({ state }) => botsOf(peopleOf(state), person.user_id))
  return (
    <ul class="form-list">
      <li>{t(person.is_bot ? 'person.ends-bot' : 'person.ends-sessions')}</li>
      {!person.is_bot && <li>{t('person.ends-invitations')}</li>}
      {bots.length > 0 && (
        <li>
          {t('person.ends-bots', { count: bots.length, names: listOf(bots.map((bot) => bot.full_name)) })}
        </li>
      )}
      <li>{t('person.ends-nothing-else')}</li>
    </ul>
  )
}

/** Returns the choices in the form of the call; `comment` is undefined where nobody is told. */
function leavingOf(chosen: ReadonlySet<Removal>, comment: string | undefined): Leaving {
  const has = (name: Removal) => chosen.has(name)
  return {
    ...(chosen.size > 0 && {
      actions: {
        delete_profile: has('delete_profile'),
        delete_public_channel_messages: has('delete_public_channel_messages'),
        delete_private_channel_messages: has('delete_private_channel_messages'),
        delete_direct_messages: has('delete_direct_messages'),
      },
    }),
    ...(comment !== undefined && { deactivation_notification_comment: comment.trim() }),
  }
}
