import { useKnown } from '#state/use-known.ts'
import { t } from '#words/words.ts'

/** The parts that others made and that a browser loads, with their licences. */
const parts = [
  ['Preact', 'MIT'],
  ['Lingui', 'MIT'],
  ['KaTeX', 'MIT'],
  ['highlight.js', 'BSD-3-Clause'],
  ['Lucide', 'ISC'],
  ['Figtree', 'OFL-1.1'],
  ['RE2JS', 'MIT'],
] as const

/** The versions of the server, and the licences of what the page is made of. */
export function About() {
  const version = useKnown(({ state }) => state?.zulip_version ?? '')
  const level = useKnown(({ state }) => state?.zulip_feature_level ?? '')
  return (
    <>
      <p>{t('help.about-text')}</p>
      <dl class="help-facts">
        <dt>{t('help.server')}</dt>
        <dd>{location.origin}</dd>
        <dt>{t('help.version')}</dt>
        <dd>{version}</dd>
        <dt>{t('help.level')}</dt>
        <dd>{level}</dd>
        <dt>{t('help.licence')}</dt>
        <dd>Apache-2.0</dd>
        <dt>{t('help.parts')}</dt>
        <dd>{parts.map(([name, licence]) => `${name} (${licence})`).join(', ')}</dd>
      </dl>
    </>
  )
}
