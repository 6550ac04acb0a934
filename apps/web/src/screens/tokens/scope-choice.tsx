import type { Scope } from '@tagma/contract/scopes.ts'
import { useId } from 'preact/hooks'
import { t } from '#words/words.ts'
import { Problem } from './problem.tsx'
import { type DraftProblems, offersScope, scopeGroups, type TokenPlace } from './token-draft.ts'

interface ScopeChoiceProps {
  readonly scopes: readonly Scope[]
  readonly place: TokenPlace
  readonly problem: DraftProblems['scopes']
  readonly onChange: (scopes: readonly Scope[]) => void
}

/** Asks what a token may do, by a sentence for each scope. Nothing is ticked beforehand. */
export function ScopeChoice({ scopes, place, problem, onChange }: ScopeChoiceProps) {
  const id = useId()
  // It holds all others.
  const isFull = place === 'everywhere' && scopes.includes('full')
  return (
    <fieldset
      class="token-scopes"
      aria-describedby={problem ? `${id} ${id}-problem` : id}
      data-wrong={problem}
    >
      <legend>{t('tokens.scopes')}</legend>
      <p id={id} class="setting-note">
        {t('tokens.scopes-note')}
      </p>
      {scopeGroups.map(({ name, scopes: all }) => {
        const offered = all.filter((scope) => offersScope(place, scope))
        return offered.length === 0 ? null : (
          <div key={name} class="token-ticks" role="group" aria-labelledby={`${id}-${name}`}>
            <h3 id={`${id}-${name}`}>{t(`tokens.group-${name}`)}</h3>
            {offered.map((scope) => (
              <label key={scope}>
                <input
                  type="checkbox"
                  checked={scopes.includes(scope) || isFull}
                  disabled={isFull && scope !== 'full'}
                  onChange={({ currentTarget: { checked } }) =>
                    onChange(checked ? [...scopes, scope] : scopes.filter((other) => other !== scope))
                  }
                />
                <span>
                  {t(`tokens.scope.${scope}`)} <code>{scope}</code>
                </span>
              </label>
            ))}
          </div>
        )
      })}
      {problem && <Problem id={`${id}-problem`} text={t('tokens.scopes-missing')} />}
    </fieldset>
  )
}
