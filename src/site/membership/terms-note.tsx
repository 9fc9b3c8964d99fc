import { TextLink } from '#site/ui/link.tsx'

/** Beside the button that buys. */
export function TermsNote({ by }: { by: 'joining' | 'buying' }) {
  return (
    <p className="text-sm text-pretty text-gray-600">
      By {by} you accept the <TextLink to="/termsandconditions">terms and conditions</TextLink>. The{' '}
      <TextLink to="/privacypolicy">privacy policy</TextLink> says how we use your data.
    </p>
  )
}
