import type { AllowedDomain } from '@tagma/contract/objects/allowed-domain.ts'
import * as wire from '@tagma/contract/wire.ts'
import { X } from 'lucide'
import { useState } from 'preact/hooks'
import { IconButton } from '#parts/icon-button.tsx'
import { useIsKept } from '#parts/kept-form/kept-context.ts'
import { KeptForm } from '#parts/kept-form/kept-form.tsx'
import { useCanSave } from '#screens/settings/setting-control.tsx'
import { useApp } from '#state/use-app.ts'
import { useKnown } from '#state/use-known.ts'
import { t } from '#words/words.ts'
import { domainReason } from './change-reason.ts'
import { FormFailure } from './form-failure.tsx'
import { type Attempting, useAttempt } from './use-attempt.ts'

interface PartProps {
  readonly isDisabled: boolean
  readonly attempt: Attempting['attempt']
}

/** The domains whose addresses may join, where joining is restricted to some. */
export function Domains() {
  const domains = useKnown(({ state }) => state?.realm_domains ?? [])
  const reason = useKnown(({ state }) => state && domainReason(state))
  const isDisabled = !useCanSave() || reason !== undefined
  const { failure, attempt } = useAttempt()
  return (
    <section class="setting-group">
      <h2>{t('organization.domains')}</h2>
      <p class="setting-note">{t('organization.domains-about')}</p>
      {reason !== undefined && <p class="setting-note">{reason}</p>}
      <ul class="setting-list" aria-label={t('organization.domains')}>
        {domains.map((each) => (
          <DomainRow
            key={each.domain}
            {...each}
            {...{ isDisabled, attempt }}
            isRemovable={reason === undefined}
          />
        ))}
      </ul>
      {domains.length === 0 && <p class="setting-note">{t('organization.no-domains')}</p>}
      <KeptForm reason={reason}>
        <AddDomain {...{ isDisabled, attempt }} />
      </KeptForm>
      <FormFailure text={failure} />
    </section>
  )
}

type DomainRowProps = PartProps & AllowedDomain & { readonly isRemovable: boolean }

function DomainRow({ domain, allow_subdomains, isRemovable, isDisabled, attempt }: DomainRowProps) {
  const { client } = useApp()
  return (
    <li>
      <span class="setting-text">{domain}</span>
      <label class="organization-subdomains">
        <input
          type="checkbox"
          aria-label={t('organization.subdomains-of', { domain })}
          checked={allow_subdomains}
          disabled={isDisabled}
          onChange={({ currentTarget }) => {
            const next = { domain, allow_subdomains: !allow_subdomains }
            void attempt(client.call(wire.patchRealmDomain, next)).then((isDone) => {
              if (!isDone) currentTarget.checked = allow_subdomains
            })
          }}
        />
        <span>{t('organization.subdomains')}</span>
      </label>
      {isRemovable && (
        <IconButton
          icon={X}
          label={t('organization.remove-domain', { domain })}
          disabled={isDisabled}
          onClick={() => void attempt(client.call(wire.deleteRealmDomain, { domain }))}
        />
      )}
    </li>
  )
}

function AddDomain({ isDisabled, attempt }: PartProps) {
  const { client } = useApp()
  const [text, setText] = useState('')
  const isKept = useIsKept()
  const domain = text.trim()
  const add = async () => {
    // A refused domain stays, to be mended.
    if (await attempt(client.call(wire.addRealmDomain, { domain, allow_subdomains: false }))) setText('')
  }
  return (
    <form
      class="setting-add"
      onSubmit={(event) => {
        event.preventDefault()
        if (!isDisabled && !isKept && domain !== '') void add()
      }}
    >
      <input
        class="field"
        aria-label={t('organization.domain')}
        dir="ltr"
        placeholder="example.com"
        readOnly={isKept}
        value={text}
        onInput={({ currentTarget: { value } }) => setText(value)}
      />
      <button type="submit" class="button" disabled={isDisabled || isKept || domain === ''}>
        {t('organization.add-domain')}
      </button>
    </form>
  )
}
