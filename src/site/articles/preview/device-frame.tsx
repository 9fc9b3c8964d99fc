import { useEffect, useRef, useState } from 'react'
import { useHref } from 'react-router'
import { hasRole } from '#contract/endpoint.ts'
import { useShell } from '#site/page.ts'
import { Spinner } from '#site/ui/spinner.tsx'
import type { Audience, PreviewParts } from './preview-parts.ts'
import { type Device, devices } from './use-native-device.ts'

type Props = { device: Device; preview: PreviewParts['preview']; linkKey: string | null; as: Audience }

/** The story in an iframe of the device's size, scaled down to fit the screen. */
export function DeviceFrame({ device, preview, linkKey, as }: Props) {
  const { name, width, height } = devices[device]
  const { viewer } = useShell()
  const place = useRef<HTMLDivElement>(null)
  const [scale, setScale] = useState(1)
  const [loaded, setLoaded] = useState(false)
  const address = useHref(
    hasRole(viewer, 'editor')
      ? `/admin/articles/Iframe?${new URLSearchParams({ article: preview.id, as }).toString()}`
      : `/preview/${preview.id}?${new URLSearchParams({ bare: '1', as, ...(linkKey && { key: linkKey }) }).toString()}`,
  )

  useEffect(() => {
    const element = place.current
    if (!element) return
    const observer = new ResizeObserver(() => setScale(Math.min(1, element.clientWidth / width)))
    observer.observe(element)
    return () => observer.disconnect()
  }, [width])

  return (
    <div className="bg-gray-100 px-3 py-8">
      <div ref={place} className="mx-auto" style={{ maxWidth: width }}>
        <div
          className="relative mx-auto overflow-hidden rounded-lg bg-white shadow-float ring-1 ring-gray-300"
          style={{ width: width * scale, height: height * scale }}
        >
          {!loaded && <Spinner label="Loading preview" className="absolute inset-0 m-auto size-5" />}
          {/* oxlint-disable-next-line react/iframe-missing-sandbox -- same-origin page that needs its scripts */}
          <iframe
            key={address}
            src={address}
            title={`${preview.title || 'Untitled'} on a ${name.toLowerCase()}`}
            onLoad={() => setLoaded(true)}
            className="origin-top-left border-0"
            style={{ width, height, transform: `scale(${scale})` }}
          />
        </div>
      </div>
    </div>
  )
}
