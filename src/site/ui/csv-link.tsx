import { useContext } from 'react'
import { Icon } from './icon.tsx'
import { LinkPrefix } from './link.tsx'

type Props = {
  url: string
  /** What is exported, for screen readers, if a page has several exports. */
  of?: string
}

/** A file, so the router must not handle it. */
export function CsvLink({ url, of }: Props) {
  const prefix = useContext(LinkPrefix).replace(/#.*/, '')
  return (
    <a
      href={prefix + url}
      download
      className="inline-flex min-h-11 items-center gap-2 rounded-full px-3.5 text-sm font-medium text-gray-700 hover:bg-gray-100 pointer-fine:min-h-9"
    >
      <Icon name="download" size={16} />
      <span>Export CSV {of && <span className="sr-only">of {of}</span>}</span>
    </a>
  )
}
