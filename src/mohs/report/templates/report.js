// Filters and sorts the broken examples. Without it the page shows them all.
"use strict";
(() => {
  const form = document.getElementById("filters");
  const table = document.getElementById("examples");
  if (form && table) setUp(form, table.tBodies[0]);

  // What is folded away is printed all the same.
  const folded = () => document.querySelectorAll("details");
  let opened = [];
  addEventListener("beforeprint", () => {
    opened = [...folded()].filter((details) => !details.open);
    opened.forEach((details) => { details.open = true; });
  });
  addEventListener("afterprint", () => opened.forEach((details) => { details.open = false; }));

  function setUp(form, body) {
    const rows = [...body.rows];
    const keys = [...form.querySelectorAll("select[id^=by-]")].map((field) => field.id.slice(3));
    const values = new Map(rows.map((row) => [row, row.dataset.sort.split(" ")]));
    const words = new Map();
    const shown = document.getElementById("shown");
    const noneLeft = document.getElementById("none-left");
    const allShown = shown.textContent;
    const chosen = (id) => { const field = document.getElementById(id); return field ? field.value : ""; };

    const wordsOf = (row) => {
      if (!words.has(row)) words.set(row, row.textContent.toLowerCase());
      return words.get(row);
    };

    function fits(row, want, text) {
      return want.every(([key, value]) => !value || row.dataset[key] === value)
        && text.every((part) => wordsOf(row).includes(part));
    }

    function filter() {
      const want = keys.map((key) => [key, chosen(`by-${key}`)]);
      const text = chosen("by-text").toLowerCase().split(/\s+/).filter(Boolean);
      let left = 0;
      for (const row of rows) {
        const fit = fits(row, want, text);
        row.hidden = !fit;
        if (fit) left += 1;
      }
      noneLeft.hidden = left > 0;
      shown.textContent = left === rows.length
        ? allShown
        : `${left.toLocaleString("en")} of ${rows.length.toLocaleString("en")} in this page.`;
    }

    function sort() {
      const [column, direction] = chosen("sort").split(" ");
      const sign = direction === "down" ? -1 : 1;
      const key = (row) => values.get(row)[column];
      const sorted = column ? [...rows].sort((a, b) => compare(key(a), key(b), sign)) : rows;
      body.append(...sorted);
    }

    // What has no number comes last, whatever the direction.
    function compare(a, b, sign) {
      if (a === "-" || b === "-") return (a === "-") - (b === "-");
      return sign * (Number(a) - Number(b));
    }

    form.addEventListener("input", (event) => (event.target.id === "sort" ? sort() : filter()));
    form.addEventListener("reset", () => setTimeout(() => { filter(); sort(); }));
    form.addEventListener("submit", (event) => event.preventDefault());
    form.hidden = false;
    // A browser that goes back may have kept what was chosen.
    filter();
    sort();
  }
})();
