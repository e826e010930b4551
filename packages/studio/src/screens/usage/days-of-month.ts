/** The figures of one day. */
export interface DayFigure {
  /** For example `2026-11-24`. */
  readonly date: string;
  readonly spent: number;
  readonly refunded: number;
}

/** Returns every day of a month such as `2026-11`. The service leaves out the days on which nothing happened. */
export function daysOfMonth(month: string, known: readonly DayFigure[]): readonly DayFigure[] {
  const [year = 0, number = 1] = month.split("-").map(Number);
  const count = new Date(Date.UTC(year, number, 0)).getUTCDate();
  return Array.from({ length: count }, (_, index) => {
    const date = `${month}-${String(index + 1).padStart(2, "0")}`;
    return known.find((day) => day.date === date) ?? { date, spent: 0, refunded: 0 };
  });
}
