export function SkipLink() {
  return (
    <a
      href="#content"
      className="fixed start-4 top-3 z-50 -translate-y-20 rounded-full bg-primary-700 px-5 py-2.5 font-medium text-white focus:translate-y-0"
    >
      Skip to content
    </a>
  )
}
