import { UsersRound } from 'lucide'
import { Avatar } from '#parts/avatar/avatar.tsx'
import { ChannelSign } from '#parts/channel-sign.tsx'
import { Options } from '#parts/combobox/options.tsx'
import { Icon } from '#parts/icon.tsx'
import { channelById } from '#state/channels.ts'
import { useKnown } from '#state/use-known.ts'
import { t } from '#words/words.ts'
import type { Picture, Suggestion } from './suggestion.ts'

interface CompletionListProps {
  readonly id: string
  readonly suggestions: readonly Suggestion[]
  readonly active: number
  readonly onChoose: (suggestion: Suggestion) => void
  readonly onPoint: (at: number) => void
}

/** Names that are offered above the box. */
export function CompletionList({ id, suggestions, active, onChoose, onPoint }: CompletionListProps) {
  return (
    <div class="completion">
      <Options
        {...{ id, active, onChoose, onPoint }}
        label={t('completion.suggestions')}
        tabIndex={0}
        options={suggestions}
        draw={(suggestion) => <Drawn suggestion={suggestion} />}
      />
    </div>
  )
}

function Drawn({ suggestion: { label, detail, reason, picture } }: { readonly suggestion: Suggestion }) {
  return (
    <>
      {picture && <OptionPicture picture={picture} name={label} />}
      <span class="option-text" dir="auto">
        {label}
      </span>
      {(reason ?? detail) !== undefined && (
        <span class="option-text option-detail" dir="auto">
          {reason ?? detail}
        </span>
      )}
    </>
  )
}

function OptionPicture({ picture, name }: { readonly picture: Picture; readonly name: string }) {
  const channel = useKnown(({ state }) =>
    picture.kind === 'channel' ? channelById(state, picture.channelId) : undefined,
  )
  switch (picture.kind) {
    case 'person':
      return <Avatar userId={picture.userId} name={name} url={picture.url} isBot={picture.isBot} size={1.5} />
    case 'group':
      return (
        <span class="option-picture">
          <Icon of={UsersRound} />
        </span>
      )
    case 'channel':
      return <span class="option-picture">{channel && <ChannelSign channel={channel} />}</span>
    case 'character':
      return (
        <span class="option-picture" aria-hidden="true">
          {picture.text}
        </span>
      )
    case 'image':
      return (
        <span class="option-picture">
          <img src={picture.url} alt="" />
        </span>
      )
  }
}
