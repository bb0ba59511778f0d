/** The arc, arm and horizon of a sextant. */
export function Mark() {
  return (
    <svg
      width="22"
      height="22"
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.7"
      aria-hidden="true"
    >
      <path d="M12 3 3.5 17.5a17 17 0 0 0 17 0Z" strokeLinejoin="round" />
      <path d="m12 3 3.6 16.6M12 3v0" strokeLinecap="round" />
      <circle cx="12" cy="3.4" r="1.2" fill="currentColor" />
      <path d="M7.2 13.2a10 10 0 0 0 9.6 0" opacity="0.6" />
    </svg>
  );
}
