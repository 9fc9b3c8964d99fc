import { Icon } from '#site/ui/icon.tsx'
import { Chapter, Part } from './part.tsx'

const sizes = ['text-sm', 'text-base', 'text-md', 'text-lg', 'text-xl', 'text-2xl', 'text-3xl']
const swatches = [
  [
    'bg-gray-50',
    'bg-gray-100',
    'bg-gray-200',
    'bg-gray-300',
    'bg-gray-400',
    'bg-gray-500',
    'bg-gray-600',
    'bg-gray-700',
    'bg-gray-800',
    'bg-gray-900',
  ],
  [
    'bg-primary-50',
    'bg-primary-100',
    'bg-primary-200',
    'bg-primary-600',
    'bg-primary-700',
    'bg-primary-800',
    'bg-primary-900',
  ],
  [
    'bg-warning-50',
    'bg-warning-200',
    'bg-warning-800',
    'bg-danger-50',
    'bg-danger-200',
    'bg-danger-700',
    'bg-danger-800',
  ],
]
const radii = ['rounded-sm', 'rounded-md', 'rounded-lg', 'rounded-full']
const icons = ['search', 'bell', 'bookmark', 'heart', 'feather', 'cherry', 'settings', 'share-2']

/** Type, colour, corners, shadow, icons. */
export function Foundations() {
  return (
    <Chapter name="Foundations">
      <Part name="Type">
        <div className="grid grid-cols-1 gap-3">
          {sizes.map((size) => (
            <p key={size} className={`${size} truncate`}>
              <span className="font-serif font-semibold">The hedge is a clock</span>{' '}
              <span>and the interface is quiet</span> <code className="font-mono text-sm text-gray-600">{size}</code>
            </p>
          ))}
        </div>
      </Part>
      <Part name="Colour">
        <div className="grid grid-cols-1 gap-2">
          {swatches.map((row) => (
            <div key={row[0]} className="flex flex-wrap gap-2">
              {row.map((swatch) => (
                <span
                  key={swatch}
                  title={swatch}
                  className={`size-11 rounded-md ring-1 ring-gray-200 ring-inset ${swatch}`}
                />
              ))}
            </div>
          ))}
        </div>
      </Part>
      <Part name="Corners and shadow">
        <div className="flex flex-wrap gap-4">
          {radii.map((radius) => (
            <span key={radius} className={`grid size-20 place-items-center bg-gray-100 text-sm ${radius}`}>
              {radius.replace('rounded-', '')}
            </span>
          ))}
          <span className="grid size-20 place-items-center rounded-md bg-white text-sm shadow-float">float</span>
        </div>
      </Part>
      <Part name="Icons">
        <div className="flex flex-wrap gap-4 text-gray-700">
          {icons.map((icon) => (
            <Icon key={icon} name={icon} size={24} label={icon} />
          ))}
        </div>
      </Part>
    </Chapter>
  )
}
