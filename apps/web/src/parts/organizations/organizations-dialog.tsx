import { X } from 'lucide'
import { useId, useRef, useState } from 'preact/hooks'
import {
  addOrganization,
  addUnasked,
  type NotAdded,
  removeOrganization,
} from '#actions/other-organizations.ts'
import { Dialog } from '#parts/dialog/dialog.tsx'
import { IconButton } from '#parts/icon-button.tsx'
import {
  hostIn,
  mostOrganizations,
  type OrganizationTrouble,
  type OtherOrganization,
} from '#state/organizations.ts'
import { useApp } from '#state/use-app.ts'
import { t } from '#words/words.ts'
import { OrganizationSign, troubleText } from './organization-sign.tsx'
import { useOrganizations } from './use-organizations.ts'

/** Shows the other organizations that this browser knows, adds one by its address, and removes one. */
export function OrganizationsDialog({ onClose }: { readonly onClose: () => void }) {
  const { known, troubles } = useOrganizations()
  const { typed, type, failure, said, isBusy, add, addAllTheSame } = useAdding()
  const id = useId()
  const field = useRef<HTMLInputElement>(null)
  // Buttons come and go, and the next address is typed at once.
  const andFocus = () => field.current?.focus()
  return (
    <Dialog
      title={t('organizations.title')}
      onClose={onClose}
      onSubmit={() => void add().then(andFocus)}
      foot={
        <>
          {failure?.address !== undefined && (
            <button
              type="button"
              class="button"
              onClick={() => {
                addAllTheSame()
                andFocus()
              }}
            >
              {t('organizations.add-all-the-same')}
            </button>
          )}
          <button type="submit" class="button button-main" aria-disabled={isBusy}>
            {t('organizations.add')}
          </button>
        </>
      }
    >
      <KnownOrganizations known={known} troubles={troubles} field={() => field.current} />
      <div class="form-field">
        <label for={id}>{t('organizations.address')}</label>
        <input
          ref={field}
          id={id}
          class="field"
          type="text"
          inputMode="url"
          dir="ltr"
          autofocus
          autocomplete="off"
          autocapitalize="none"
          spellcheck={false}
          placeholder={t('organizations.address-example')}
          aria-invalid={failure !== undefined}
          aria-describedby={`${id}-about ${id}-failure`}
          value={typed}
          onInput={({ currentTarget }) => type(currentTarget.value)}
        />
        <small id={`${id}-about`} class="organizations-about">
          {t('organizations.about')}
        </small>
      </div>
      <p id={`${id}-failure`} class={failure && 'form-error organizations-failure'} role="alert">
        {failure && problemText(failure, typed)}
      </p>
      <p class="organizations-about" role="status">
        {isBusy ? t('organizations.asking') : said}
      </p>
    </Dialog>
  )
}

/** Holds the address that is typed, and adds its organization. */
function useAdding() {
  const app = useApp()
  const [typed, setTyped] = useState('')
  const [failure, setFailure] = useState<NotAdded>()
  const [said, setSaid] = useState('')
  const [isBusy, setBusy] = useState(false)
  const take = (added: OtherOrganization | NotAdded) => {
    setBusy(false)
    if ('problem' in added) return setFailure(added)
    setFailure(undefined)
    setTyped('')
    setSaid(t('organizations.added', { name: added.name }))
  }
  return {
    typed,
    failure,
    said,
    isBusy,
    type(text: string) {
      setTyped(text)
      setFailure(undefined)
      setSaid('')
    },
    async add(): Promise<void> {
      if (isBusy) return
      setBusy(true)
      setFailure(undefined)
      setSaid('')
      take(await addOrganization(app, typed))
    },
    addAllTheSame() {
      if (failure?.address !== undefined) take(addUnasked(app, failure.address))
    },
  }
}

/** Says why an organization was not added. The server that answered, or did not, is named as it was typed. */
const problemText = ({ problem }: NotAdded, typed: string): string =>
  t(`organizations.problem-${problem}`, { address: typed.trim(), most: mostOrganizations })

interface KnownOrganizationsProps {
  readonly known: readonly OtherOrganization[]
  readonly troubles: ReadonlyMap<string, OrganizationTrouble>
  /** Takes the focus when the last row is gone. */
  readonly field: () => HTMLElement | null
}

function KnownOrganizations({ known, troubles, field }: KnownOrganizationsProps) {
  const list = useRef<HTMLUListElement>(null)
  if (known.length === 0) return null
  const remove = (address: string, at: number) => {
    const buttons = [...(list.current?.querySelectorAll<HTMLElement>('.button-icon') ?? [])]
    // The button that was pressed is gone after that.
    const next = buttons[at + 1] ?? buttons[at - 1] ?? field()
    next?.focus()
    removeOrganization(address)
  }
  return (
    <ul ref={list} class="organizations" aria-label={t('organizations.title')}>
      {known.map((organization, at) => {
        const { address, name } = organization
        const trouble = troubleText(troubles.get(address))
        return (
          <li key={address}>
            <a
              class={trouble === undefined ? 'organizations-link' : 'organizations-link is-away'}
              href={address}
            >
              <OrganizationSign organization={organization} size={2} />
              <span class="organizations-text">
                <span dir="auto">{name}</span>
                <small dir="ltr">{hostIn(address)}</small>
                {trouble !== undefined && <small>{trouble}</small>}
              </span>
            </a>
            <IconButton
              icon={X}
              size={1}
              label={t('organizations.remove', { name })}
              onClick={() => remove(address, at)}
            />
          </li>
        )
      })}
    </ul>
  )
}
