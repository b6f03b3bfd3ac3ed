// A Reversi bot for Botzone that reads and writes JSON with the library jsoncpp. Your ideas go into `choose`.
//
// x is the column (0 is a, on the left), y is the row (0 is 1, at the top); x = y = -1 is a pass. The bot is started
// for every turn. It reads one line: `requests` are the opponent's moves, `responses` its own so far. It prints one
// line. Print nothing else to stdout; for your own messages use stderr, or "debug", which the platform shows.

#include <iostream>
#include <string>
#include <vector>
#include "jsoncpp/json.h"

const int BLACK = 1, WHITE = -1, EMPTY = 0;

struct Point { int x, y; };

struct Board {
    int at[8][8] = {};  // at[y][x]

    Board() {
        at[3][3] = at[4][4] = WHITE;
        at[3][4] = at[4][3] = BLACK;
    }

    // The discs that this move turns over; none if the move is illegal.
    std::vector<Point> flipped(int colour, Point move) const {
        std::vector<Point> discs;
        if (at[move.y][move.x] != EMPTY) return discs;
        for (int dx = -1; dx <= 1; dx++)
            for (int dy = -1; dy <= 1; dy++) {
                if (dx == 0 && dy == 0) continue;
                std::vector<Point> line;
                int x = move.x + dx, y = move.y + dy;
                for (; inside(x, y) && at[y][x] == -colour; x += dx, y += dy) line.push_back({x, y});
                if (inside(x, y) && at[y][x] == colour) discs.insert(discs.end(), line.begin(), line.end());
            }
        return discs;
    }

    std::vector<Point> legalMoves(int colour) const {
        std::vector<Point> moves;
        for (int y = 0; y < 8; y++)
            for (int x = 0; x < 8; x++)
                if (!flipped(colour, {x, y}).empty()) moves.push_back({x, y});
        return moves;
    }

    // Plays the move; a pass changes nothing.
    void play(int colour, Point move) {
        if (move.x < 0) return;
        for (Point disc : flipped(colour, move)) at[disc.y][disc.x] = colour;
        at[move.y][move.x] = colour;
    }

    static bool inside(int x, int y) { return 0 <= x && x < 8 && 0 <= y && y < 8; }
};

// A corner if possible, else the move that leaves the opponent the fewest moves.
Point choose(const Board& board, int colour, const std::vector<Point>& moves) {
    Point best = moves[0];
    int fewest = 1000;
    for (Point move : moves) {
        Board after = board;
        after.play(colour, move);
        int replies = after.legalMoves(-colour).size();
        bool corner = move.x % 7 == 0 && move.y % 7 == 0;
        if (corner) replies -= 100;
        if (replies < fewest) { fewest = replies; best = move; }
    }
    return best;
}

// The answer to a turn: requests are the opponent's moves, responses the bot's own so far.
Point answer(const std::vector<Point>& requests, const std::vector<Point>& responses) {
    int colour = requests[0].x < 0 ? BLACK : WHITE;  // black's first request is not a move
    Board board;
    for (size_t turn = 0; turn < requests.size(); turn++) {
        board.play(-colour, requests[turn]);
        if (turn < responses.size()) board.play(colour, responses[turn]);
    }
    std::vector<Point> moves = board.legalMoves(colour);
    if (moves.empty()) return {-1, -1};  // with no legal move the bot must pass
    return choose(board, colour, moves);
}

std::vector<Point> readPoints(const Json::Value& list) {
    std::vector<Point> points;
    for (const Json::Value& point : list) points.push_back({point["x"].asInt(), point["y"].asInt()});
    return points;
}

int main() {
    std::string line;
    std::getline(std::cin, line);
    Json::Value turn, reply;
    Json::Reader().parse(line, turn);
    Point move = answer(readPoints(turn["requests"]), readPoints(turn["responses"]));
    reply["response"]["x"] = move.x;
    reply["response"]["y"] = move.y;
    std::cout << Json::FastWriter().write(reply);
    return 0;
}
