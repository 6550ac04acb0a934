import { can } from '@tagma/rules/can.ts'
import { organizationOf, personOf } from '@tagma/sync/selectors/rights.ts'
import { useId } from 'preact/hooks'
import { FilteredList } from '#screens/settings/filtered-list.tsx'
import { useKnown } from '#state/use-known.ts'
import { t } from '#words/words.ts'
import { Problem } from './problem.tsx'
import { channelsToWrite } from './token-channels.ts'
import { type DraftProblems, mostTokenChannels, type TokenDraft, type TokenPlace } from './token-draft.ts'

interface PlaceChoiceProps {
  readonly draft: Pick<TokenDraft, 'place' | 'writeTo' | 'botId'>
  readonly problem: DraftProblems['channels']
  readonly onChange: (parts: Pick<TokenDraft, 'place'> | Pick<TokenDraft, 'writeTo'>) => void
}

/** Asks where a token works: in every program, or only for agents that write in some channels. */
export function PlaceChoice({ draft, problem, onChange }: PlaceChoiceProps) {
  const mayUseAgents = useKnown(
    ({ state }) =>
      state !== undefined &&
      can(organizationOf(state), personOf(state, draft.botId ?? state.user_id ?? -1), 'can_use_agents_group'),
  )
  const isOff = (place: TokenPlace) => place === 'agents' && !mayUseAgents
  return (
    <fieldset class="token-scopes">
      <legend>{t('tokens.place')}</legend>
      <div class="token-ticks">
        {(['everywhere', 'agents'] as const).map((place) => (
          <label key={place}>
            <input
              type="radio"
              name="token-place"
              checked={draft.place === place}
              disabled={isOff(place)}
              onChange={() => onChange({ place })}
            />
            <span>
              {t(`tokens.place-${place}`)}{' '}
              <small>{t(isOff(place) ? 'tokens.place-agents-not' : `tokens.place-${place}-about`)}</small>
            </span>
          </label>
        ))}
      </div>
      {draft.place === 'agents' && (
        <ChannelTicks draft={draft} problem={problem} onChange={(writeTo) => onChange({ writeTo })} />
      )}
    </fieldset>
  )
}

interface ChannelTicksProps extends Pick<PlaceChoiceProps, 'draft' | 'problem'> {
  readonly onChange: (writeTo: readonly number[]) => void
}

function ChannelTicks({ draft: { writeTo, botId }, problem, onChange }: ChannelTicksProps) {
  const id = useId()
  const channels = channelsToWrite(
    useKnown(({ state }) => state),
    botId,
  )
  return (
    <div
      class="token-channels"
      role="group"
      aria-labelledby={`${id}-title`}
      aria-describedby={problem ? `${id}-about ${id}-problem` : `${id}-about`}
      data-wrong={problem}
      onKeyDown={(event) => {
        // Enter in the search looks for channels, and makes no token.
        if (
          event.key === 'Enter' &&
          event.target instanceof HTMLInputElement &&
          event.target.type === 'search'
        )
          event.preventDefault()
      }}
    >
      <h3 id={`${id}-title`}>{t('tokens.channels')}</h3>
      <p id={`${id}-about`} class="setting-note" role="status">
        {channels.length === 0 ? '' : t('tokens.channels-chosen', { count: writeTo.length })}
      </p>
      <FilteredList
        label={t('tokens.channels')}
        empty={t('tokens.channels-none')}
        entries={channels.map(({ stream_id: channelId, name }) => ({
          key: String(channelId),
          name,
          row: (
            <label>
              <input
                type="checkbox"
                checked={writeTo.includes(channelId)}
                onChange={({ currentTarget: { checked } }) =>
                  onChange(checked ? [...writeTo, channelId] : writeTo.filter((other) => other !== channelId))
                }
              />
              <span dir="auto">#{name}</span>
            </label>
          ),
        }))}
      />
      {problem && (
        <Problem id={`${id}-problem`} text={t('tokens.channels-many', { most: mostTokenChannels })} />
      )}
    </div>
  )
}
