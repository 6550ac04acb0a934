import type { Linkifier } from '@tagma/contract/objects/linkifier.ts'
import * as wire from '@tagma/contract/wire.ts'
import { Pencil, X } from 'lucide'
import { useState } from 'preact/hooks'
import { showError } from '#actions/show-error.ts'
import { showToast } from '#actions/show-toast.ts'
import { IconButton } from '#parts/icon-button.tsx'
import { KeptForm } from '#parts/kept-form/kept-form.tsx'
import { useCanSave } from '#screens/settings/setting-control.tsx'
import { type App, useApp } from '#state/use-app.ts'
import { useKnown } from '#state/use-known.ts'
import { t } from '#words/words.ts'
import { changeReason } from './change-reason.ts'
import { FormFailure } from './form-failure.tsx'
import { LinkifierForm } from './linkifier-form.tsx'
import { OrderedList } from './ordered-list.tsx'
import { TryLinks } from './try-links.tsx'
import { useAttempt } from './use-attempt.ts'

const none: readonly Linkifier[] = []

/** Patterns that become links in messages and topics, in the order in which they apply. */
export function LinkifiersPage() {
  const app = useApp()
  const linkifiers = useKnown(({ state }) => state?.realm_linkifiers) ?? none
  const reason = useKnown(({ state }) => state && changeReason(state))
  const isDisabled = !useCanSave() || reason !== undefined
  const { failure, attempt } = useAttempt()
  // As it was when one began to change it: somebody else may change it, too.
  const [editing, setEditing] = useState<Linkifier>()
  const entries = linkifiers.map((linkifier) => ({
    id: linkifier.id,
    name: linkifier.pattern,
    row: (
      <>
        <span class="setting-text">
          <code>{linkifier.pattern}</code>
          <small>{linkifier.url_template}</small>
        </span>
        {reason === undefined && (
          <>
            <IconButton
              icon={Pencil}
              label={t('organization.linkifiers.change', { pattern: linkifier.pattern })}
              disabled={isDisabled}
              onClick={() => setEditing(linkifier)}
            />
            <IconButton
              icon={X}
              label={t('organization.linkifiers.remove', { pattern: linkifier.pattern })}
              disabled={isDisabled}
              onClick={() => void attempt(removeLinkifier(app, linkifier))}
            />
          </>
        )}
      </>
    ),
  }))
  return (
    <>
      <section class="setting-group">
        <p class="setting-note">{t('organization.linkifiers.about')}</p>
        <OrderedList
          label={t('organization.page.linkifier-settings')}
          entries={entries}
          isDisabled={isDisabled}
          onOrder={(ordered_linkifier_ids) =>
            attempt(
              app.client.call(wire.reorderLinkifiers, { ordered_linkifier_ids: [...ordered_linkifier_ids] }),
            )
          }
        />
        {linkifiers.length === 0 && <p class="setting-note">{t('organization.linkifiers.none')}</p>}
        <FormFailure text={failure} />
        {linkifiers.length > 0 && <TryLinks linkifiers={linkifiers} />}
      </section>
      <KeptForm reason={reason}>
        <LinkifierForm
          key={editing?.id ?? 'new'}
          {...(editing ? { before: editing } : {})}
          onClose={() => setEditing(undefined)}
        />
      </KeptForm>
    </>
  )
}

/** Removes a linkifier, and offers to bring it back to its place. Rejects with the server's error. */
async function removeLinkifier(app: App, linkifier: Linkifier): Promise<void> {
  const { client, store } = app
  const order = (store.get().state?.realm_linkifiers ?? none).map(({ id }) => id)
  await client.call(wire.removeLinkifier, { filter_id: linkifier.id })
  const bringBack = async () => {
    const { id: _id, ...parts } = linkifier
    const { id } = await client.call(wire.addLinkifier, parts)
    const others = (store.get().state?.realm_linkifiers ?? none).map((each) => each.id)
    const wanted = order.map((each) => (each === linkifier.id ? id : each))
    // Only if nothing else has changed meanwhile.
    if (wanted.every((each) => each === id || others.includes(each)) && others.length <= wanted.length)
      await client.call(wire.reorderLinkifiers, { ordered_linkifier_ids: wanted })
  }
  showToast(app, {
    name: 'linkifier',
    kind: 'status',
    text: t('organization.linkifiers.removed', { pattern: linkifier.pattern }),
    undo: () => {
      bringBack().catch((error: unknown) => showError(app, error))
    },
  })
}
