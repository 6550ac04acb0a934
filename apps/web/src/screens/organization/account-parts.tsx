import { KeptControls } from '#parts/kept-form/kept-controls.tsx'
import { TextField } from '#parts/text-field/text-field.tsx'
import { useKnown } from '#state/use-known.ts'
import { t } from '#words/words.ts'
import type { FieldDraft } from './field-draft.ts'

interface AccountPartsProps {
  readonly draft: FieldDraft
  readonly onChange: (part: Partial<FieldDraft>) => void
}

/** The service of a field for accounts elsewhere, and the address of an account there. */
export function AccountParts({ draft, onChange }: AccountPartsProps) {
  const services = useKnown(({ state }) => state?.realm_default_external_accounts) ?? {}
  return (
    <>
      <KeptControls>
        <label class="form-field">
          <span>{t('organization.fields.service')}</span>
          <select
            class="field"
            value={draft.service}
            onChange={({ currentTarget: { value } }) => {
              const known = services[value]
              // The service's suggestion, where nothing was typed.
              const name = draft.name === '' && known ? known.name : draft.name
              const hint = draft.hint === '' && known ? known.hint : draft.hint
              onChange({ service: value, name, hint })
            }}
          >
            <option value="custom">{t('organization.fields.service.custom')}</option>
            {Object.entries(services).map(([key, { text }]) => (
              <option key={key} value={key}>
                {text}
              </option>
            ))}
          </select>
        </label>
      </KeptControls>
      {draft.service === 'custom' && (
        <TextField
          label={t('organization.fields.url_pattern')}
          isCode
          placeholder="https://example.com/people/%(username)s"
          value={draft.urlPattern}
          onText={(urlPattern) => onChange({ urlPattern })}
        />
      )}
    </>
  )
}
