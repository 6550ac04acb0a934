import type { Linkifier } from '@tagma/contract/objects/linkifier.ts'
import { useEffect, useId, useState } from 'preact/hooks'
import { t } from '#words/words.ts'
import { type FoundLink, linksIn } from './links-in.ts'

interface TryLinksProps {
  readonly linkifiers: readonly Pick<Linkifier, 'pattern' | 'url_template'>[]
}

/** A field for a text, and the links that it would get. */
export function TryLinks({ linkifiers }: TryLinksProps) {
  const [text, setText] = useState('')
  const [links, setLinks] = useState<readonly FoundLink[]>([])
  const result = useId()
  const key = JSON.stringify(linkifiers)
  useEffect(() => {
    let isPresent = true
    // The library of patterns is large, and few people come here.
    void import('@tagma/markdown/linkifier.ts').then(({ compileLinkifiers }) => {
      const rules = linkifiers.map(({ pattern, url_template }) => ({ pattern, urlTemplate: url_template }))
      if (isPresent) setLinks(linksIn(text, compileLinkifiers(rules)))
    })
    return () => {
      isPresent = false
    }
  }, [text, key])
  return (
    <div class="try-links">
      <label class="form-field">
        <span>{t('organization.linkifiers.try')}</span>
        <input
          class="field"
          dir="auto"
          value={text}
          aria-describedby={result}
          onInput={({ currentTarget: { value } }) => setText(value)}
        />
      </label>
      <output id={result} class="setting-note">
        {links.map(({ start, text: shown, url, isSafe }) => (
          <span key={start} class="try-link">
            {shown} →{' '}
            {isSafe ? (
              <a href={url} target="_blank" rel="noreferrer">
                {url}
              </a>
            ) : (
              t('organization.linkifiers.unsafe', { url })
            )}
          </span>
        ))}
        {text !== '' && links.length === 0 && t('organization.linkifiers.no-match')}
      </output>
    </div>
  )
}
